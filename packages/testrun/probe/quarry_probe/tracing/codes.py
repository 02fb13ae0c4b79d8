"""Numbers for the repository's code objects and classes."""

import os
from os import getcwd  # as it is before any test can patch it
from os.path import exists, join, normpath

from .starts import first_start_offsets

FOREIGN = False


class Entry:
    """What the callback needs to know about one code object."""

    __slots__ = ("index", "name", "first", "starts", "is_module", "constructs")

    def __init__(self, code, index):
        self.index = index  # None for generated code, such as a dataclass's __init__
        self.name = code.co_name
        self.first = _first_parameter(code, index)
        self.starts = first_start_offsets(code)
        self.is_module = code.co_name == "<module>"
        self.constructs = code.co_name in ("__init__", "__new__") or self.makes_named_tuple()

    def makes_named_tuple(self):
        return self.index is None and self.name == "<lambda>" and self.first == "_cls"


def _first_parameter(code, index):
    """The name of what may be `self`, or None where the code is no method for certain."""
    if not code.co_argcount:
        return None
    if index is not None and (code.co_name.startswith("<") or "." not in getattr(code, "co_qualname", ".")):
        return None
    return code.co_varnames[0]


class CodeTable:
    """
    Rows are `[path, line, name, kind]` and edges `(caller, callee)`, two numbers of rows; both are numbered in the order
    in which they are first met.
    """

    def __init__(self, testbed):
        self.known = {}
        self.rows = []
        self.edges = []
        self._start = _here()
        self._roots = [root + os.sep for root in {testbed, os.path.realpath(testbed)}]
        self._kept = []  # an id is worth something only while its object lives
        self._numbers = {}
        self._edge_numbers = {}
        self._paths = {}

    def learn(self, code):
        path = self.path_of(code.co_filename)
        if path is not None:
            entry = Entry(code, self.number(path, code.co_firstlineno, code.co_name, "code"))
        elif code.co_argcount and _is_generated(code.co_filename):
            entry = Entry(code, None)
        else:
            entry = FOREIGN
        self._kept.append(code)
        self.known[id(code)] = entry
        return entry

    def number(self, *row):
        index = self._numbers.get(row)
        if index is None:
            index = len(self.rows)
            self.rows.append(row)
            self._numbers[row] = index
        return index

    def edge(self, pair):
        number = self._edge_numbers.get(pair)
        if number is None:
            number = self._edge_numbers[pair] = len(self.edges)
            self.edges.append(pair)
        return number

    def path_of(self, filename):
        """The path below the testbed of a Python file of the repository, else None."""
        if filename not in self._paths:
            if not filename.startswith(("<", os.sep)):
                return self._find_path(self._absolute(filename))  # another file in another directory
            self._paths[filename] = self._find_path(filename)
        return self._paths[filename]

    def _absolute(self, filename):
        here = join(_here(), filename)
        return here if exists(here) else join(self._start, filename)

    def _find_path(self, filename):
        if filename.startswith("<") or not filename.endswith(".py"):
            return None
        absolute = normpath(filename)
        for root in self._roots:
            if absolute.startswith(root):
                return absolute[len(root) :].replace(os.sep, "/")
        return None


def _is_generated(filename):
    """Not what the interpreter holds frozen of the standard library: nothing is called more often."""
    return filename.startswith("<") and not filename.startswith("<frozen ")


def _here():
    try:
        return getcwd()
    except OSError:
        return os.sep  # the directory was deleted
