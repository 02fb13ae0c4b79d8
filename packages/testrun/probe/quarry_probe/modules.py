"""What the interpreter imported, as far as it says something about the repository's files."""

import importlib.machinery
import os
import sys
import types

#: Not by attribute: a module that imports lazily would do so now.
_namespace = types.ModuleType.__dict__["__dict__"].__get__


def imported_files(testbed):
    """Paths below the testbed of everything in sys.modules, with their modules' files as they are."""
    for module in list(sys.modules.values()):
        file = _attribute(module, "__file__")
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
        file, own_name = _attribute(module, "__file__"), _attribute(module, "__name__")
        # What a name of the repository's stands for there may be anything.
        if isinstance(file, str) and isinstance(own_name, str) and own_name == name and not file.startswith(testbed + os.sep):
            found.append(name)
    return [name for name in found if name != "__main__" and not name.startswith("quarry_probe")]


def sources(testbed):
    """Python files of the repository that were imported."""
    return sorted({path for path in imported_files(testbed) if path.endswith(".py")})


def _attribute(module, name):
    """None where it has none. What stands among the modules may be anything, and raise anything."""
    try:
        return _namespace(module).get(name) if isinstance(module, types.ModuleType) else getattr(module, name)
    except BaseException:
        return None
