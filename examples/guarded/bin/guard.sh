# Refuses to delete recursively. The event comes on stdin, as one line of JSON; a deny goes to stdout.
event=$(cat)

case $event in
  *'"command":"rm -rf '* | *'"command":"rm -fr '* | *'"command":"rm -r '* | *[\;\&\|\ ]'rm -rf '*)
    echo '{"decision": "deny", "reason": "never delete recursively: name the files, or move them to .trash"}'
    ;;
esac
