"""One traced run: arms the trace function, sorts what it notes by test point, and writes it down."""

import sys
import threading

from .callback import Scope, make_callback
from .classes import ClassTable
from .codes import CodeTable
from .garbage import GarbageTurns
from .watch import watch


class TraceSession:
    def __init__(self, writer, testbed):
        self._writer = writer
        self._codes = CodeTable(testbed)
        self._scope = Scope()
        self._callback = make_callback(self._codes, ClassTable(self._codes), self._scope)
        self._between = self._scope.executed
        self._fixtures = {}
        self._used = []
        self._arming = False
        self._garbage = GarbageTurns()
        self._written = {"codes": 0, "imported": set(), "calls": set(), "imported_calls": set()}
        watch(self._scope, lambda: self._arming)
        self._arm()

    def collected(self):
        self._garbage.collected()
        self._scope.collecting = False
        self._rearm_if_lost()
        self._write_new()

    def begin_point(self):
        self._rearm_if_lost()
        self._garbage.before_point()
        self._used = []
        self._scope.importing = 0
        self._scope.lost = False
        self._scope.executed = set()

    def end_point(self, item):
        if self._rearm_if_lost():
            self._scope.lost = True
        executed = self._scope.executed
        self._scope.executed = self._between
        for fixture in self._used:
            executed |= fixture["executed"]
            if fixture["used"]:
                self._between |= fixture["executed"]
            fixture["used"] = True
        self._write_new()
        self._writer.write("trace", id=item.nodeid, executed=sorted(executed), incomplete=self._scope.lost)

    def begin_fixture(self):
        outer = self._scope.executed
        self._scope.executed = set()
        return outer

    def end_fixture(self, fixturedef, outer):
        """What a fixture of a wider scope runs counts for every point that uses it, not only for the first."""
        executed = self._scope.executed
        outer |= executed
        self._scope.executed = outer
        self._fixtures[id(fixturedef)] = {"fixture": fixturedef, "executed": executed, "used": False}

    def before_teardown(self, item):
        """Pytest forgets the fixtures that a point asked for by name when it tears the point down."""
        used = set()
        for definitions in getattr(getattr(item, "_fixtureinfo", None), "name2fixturedefs", {}).values():
            used.update(id(definition) for definition in definitions)
        requested = getattr(getattr(item, "_request", None), "_fixture_defs", None) or {}
        used.update(id(definition) for definition in requested.values())
        self._used = [self._fixtures[key] for key in used if key in self._fixtures]

    def close(self):
        self._write_new()
        self._writer.write("between", executed=sorted(self._between))

    def _arm(self):
        self._arming = True
        threading.settrace(self._callback)
        sys.settrace(self._callback)
        self._arming = False

    def _rearm_if_lost(self):
        if sys.gettrace() is self._callback:
            return False
        self._arm()
        return True

    def _write_new(self):
        written = self._written
        rows = self._codes.rows[written["codes"] :]
        if rows:
            self._writer.write("codes", first=written["codes"], rows=rows)
            written["codes"] += len(rows)
        for name in ("imported", "calls", "imported_calls"):
            new = getattr(self._scope, name) - written[name]
            setattr(self._scope, name, set())
            if new:
                self._writer.write(name, new=sorted(new))
                written[name] |= new
