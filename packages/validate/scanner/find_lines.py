"""Look for given lines in every file below given directories.

Reads {"lines": [...], "directories": {"name": "/path"}} as JSON from standard input, and writes
{"files": N, "bytecode": [...], "copies": [["name:relative/path", "line"], ...]} to standard output. Lines have one
character per byte and are compared without the white space around them, so that no file has to be decoded.
"""

import json
import os
import sys

# A line that is longer is data.
LONGEST = 1 << 20


def main():
    request = json.load(sys.stdin)
    wanted = {line.encode("latin-1"): line for line in request["lines"]}
    files = 0
    bytecode = []
    copies = []
    for name, directory in sorted(request["directories"].items()):
        for path in files_below(directory):
            files += 1
            shown = name + ":" + os.path.relpath(path, directory)
            if path.endswith(".pyc"):
                bytecode.append(shown)
            for line in sorted(lines_of(path, wanted)):
                copies.append([shown, wanted[line]])
    json.dump({"files": files, "bytecode": bytecode, "copies": copies}, sys.stdout)


def files_below(directory):
    for folder, folders, names in os.walk(directory):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)
            if os.path.isfile(path) and not os.path.islink(path):
                yield path


def lines_of(path, wanted):
    """The wanted lines that a file holds; read piece by piece, since an environment may hold huge files."""
    found = set()
    try:
        with open(path, "rb") as file:
            for line in iter(lambda: file.readline(LONGEST), b""):
                line = line.strip()
                if line in wanted:
                    found.add(line)
    except OSError:
        pass  # not readable for the user who runs the tests, so not for an agent either
    return found


if __name__ == "__main__":
    main()
