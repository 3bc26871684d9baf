# Turns a bare `npm install` into `npm ci`, so that nobody's lock file moves unseen. A rewrite replaces the whole input.
event=$(cat)

case $event in
  *'"command":"npm install"'*)
    echo '{"hookSpecificOutput": {"updatedInput": {"command": "npm ci", "description": "install what the lock file says"}}}'
    ;;
esac
