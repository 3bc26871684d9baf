# Lock files are written by their tools, never by hand.
event=$(cat)

case $event in
  *'package-lock.json"'* | *'Cargo.lock"'*)
    echo '{"decision": "deny", "reason": "lock files are not edited by hand: run the tool that writes them"}'
    ;;
esac
