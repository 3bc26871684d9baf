"""Where one run happens: a throw-away home and workspace, and what hooks and commands leave there."""

import json
import pathlib
import shutil
import tempfile


class Place:
    def __init__(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="interop-"))
        self.home = self.root / "home"
        self.work = self.root / "work"
        self.hooks = self.root / "hooks"  # the scripts, and what they heard
        for directory in (self.home, self.work, self.hooks, self.root / "tmp"):
            directory.mkdir()

    def write(self, path, value):
        """A file under the root, as JSON unless it is text."""
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(value if isinstance(value, str) else json.dumps(value, indent=2))

    def read(self, path):
        return json.loads((self.root / path).read_text())

    def remove(self):
        shutil.rmtree(self.root, ignore_errors=True)
