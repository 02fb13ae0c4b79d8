"""Which repository classes a method call belongs to. Never runs code of the classes it looks at."""

import sys
import types

_mro = type.__dict__["__mro__"].__get__
_namespace = type.__dict__["__dict__"].__get__
_qualified_name = type.__dict__["__qualname__"].__get__
_module_namespace = types.ModuleType.__dict__["__dict__"].__get__


class ClassTable:
    def __init__(self, codes):
        self._codes = codes
        self._owners = {}
        self._numbers = {}
        self._kept = []

    def of_call(self, entry, first):
        """Numbers of the class whose method this is and of all repository classes it inherits from, else ()."""
        kind = type(first)
        cls = first if issubclass(kind, type) else kind
        key = (id(cls), entry.name, entry.index is None)
        numbers = self._owners.get(key)
        if numbers is None:
            numbers = self._numbers_for(cls, entry) or (self._numbers_for(kind, entry) if cls is first else ())
            self._owners[key] = numbers
            self._kept.append(cls)
        return numbers

    def _numbers_for(self, cls, entry):
        lineage = _mro(cls)
        if not entry.makes_named_tuple() and not any(_defines(owner, entry.name) for owner in lineage):
            return ()
        return tuple(number for number in map(self._number, lineage) if number is not None)

    def _number(self, cls):
        if id(cls) not in self._numbers:
            name = _qualified_name(cls)
            path = None if "<locals>" in name else self._path(cls, name)
            self._numbers[id(cls)] = None if path is None else self._codes.number(path, 0, name, "class")
            self._kept.append(cls)
        return self._numbers[id(cls)]

    def _path(self, cls, qualified_name):
        # A method tells it best: packages give classes they re-export another `__module__`.
        for name, value in list(_namespace(cls).items()):
            if type(value) is types.FunctionType and value.__qualname__ == "%s.%s" % (qualified_name, name):
                path = self._codes.path_of(value.__code__.co_filename)
                if path is not None:
                    return path
        module_name = _namespace(cls).get("__module__", "")
        # Tests put anything in the place of `sys.modules`, and modules that import lazily into it.
        module = sys.modules.get(module_name) if isinstance(module_name, str) and type(sys.modules) is dict else None
        file = _module_namespace(module).get("__file__") if isinstance(module, types.ModuleType) else None
        return self._codes.path_of(file) if isinstance(file, str) else None


def _defines(cls, name):
    namespace = _namespace(cls)
    return name in namespace or "_%s%s" % (cls.__name__.lstrip("_"), name) in namespace
