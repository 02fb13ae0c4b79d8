"""What the interpreter imported, as far as it says something about the repository's files."""

import importlib.machinery
import os
import sys


def imported_files(testbed):
    """Paths below the testbed of everything in sys.modules, with their modules' files as they are."""
    for module in list(sys.modules.values()):
        try:
            file = module.__file__
        except Exception:
            continue  # no file, or a module object that imports lazily
        if isinstance(file, str) and file.startswith(testbed + os.sep):
            yield file[len(testbed) + 1 :]


def conftests(testbed):
    return sorted({path for path in imported_files(testbed) if os.path.basename(path) == "conftest.py"})


def shadowed(testbed):
    """`.py` files whose compiled neighbour was imported in their place."""
    found = set()
    for path in imported_files(testbed):
        for suffix in importlib.machinery.EXTENSION_SUFFIXES + [".pyc"]:
            source = path[: -len(suffix)] + ".py" if path.endswith(suffix) else None
            if source and os.path.isfile(os.path.join(testbed, source)):
                found.add(source)
    return sorted(found)


def foreign(testbed):
    """Names of the modules that were imported from files outside the testbed, each behind the packages it is in."""
    found = []
    for name, module in list(sys.modules.items()):
        try:
            file, own_name = module.__file__, module.__name__
        except Exception:
            continue
        # What a name of the repository's stands for there may be anything.
        if isinstance(file, str) and own_name == name and not file.startswith(testbed + os.sep):
            found.append(name)
    return [name for name in found if name != "__main__" and not name.startswith("quarry_probe")]


def sources(testbed):
    """Python files of the repository that were imported."""
    return sorted({path for path in imported_files(testbed) if path.endswith(".py")})
