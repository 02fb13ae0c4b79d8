"""Look for given lines in every file below given directories.

Reads {"lines": [...], "directories": {"name": "/path"}} as JSON from standard input, and writes
{"files": N, "bytecode": [...], "copies": [["name:relative/path", "line"], ...]} to standard output. Lines are compared
without the white space around them, as bytes, so that no file has to be decoded.
"""

import json
import os
import sys


def main():
    request = json.load(sys.stdin)
    wanted = {line.encode("utf-8", "surrogateescape"): line for line in request["lines"]}
    files = 0
    bytecode = []
    copies = []
    for name, directory in sorted(request["directories"].items()):
        for path in files_below(directory):
            files += 1
            shown = name + ":" + os.path.relpath(path, directory)
            if path.endswith(".pyc"):
                bytecode.append(shown)
            for line in sorted(lines_of(path) & wanted.keys()):
                copies.append([shown, wanted[line]])
    json.dump({"files": files, "bytecode": bytecode, "copies": copies}, sys.stdout)


def files_below(directory):
    for folder, folders, names in os.walk(directory):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)
            if os.path.isfile(path) and not os.path.islink(path):
                yield path


def lines_of(path):
    try:
        with open(path, "rb") as file:
            return {line.strip() for line in file.read().splitlines()}
    except OSError:
        return set()


if __name__ == "__main__":
    main()
