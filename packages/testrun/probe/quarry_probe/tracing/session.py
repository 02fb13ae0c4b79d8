"""One traced run: opens a back end, sorts what is noted by test point, and writes it down."""

from .backends import open_back_end
from .classes import ClassTable
from .codes import CodeTable
from .garbage import GarbageTurns
from .notes import Notes
from .processes import Children
from .scope import Scope
from .threads import Roots, follow_threads


class TraceSession:
    def __init__(self, writer, testbed, tracer="auto", accelerator=None):
        self._writer = writer
        self._codes = CodeTable(testbed)
        self._scope = Scope()
        notes = Notes(self._codes, ClassTable(self._codes), self._scope, Roots())
        self._back_end = open_back_end(tracer, accelerator, notes)
        self._between = self._scope.executed
        self._fixtures = {}
        self._used = []
        self._garbage = GarbageTurns()
        self._written = {"codes": 0, "imported": set(), "calls": set(), "imported_calls": set()}
        follow_threads(notes, self._back_end.begin_thread)
        self._children = Children(notes, {"testbed": testbed, "tracer": tracer, "accelerator": accelerator})
        self._back_end.start()

    @property
    def tracer(self):
        return self._back_end.name

    def collected(self):
        self._garbage.collected()
        self._scope.collecting = False
        self._scope.moved()
        self._children.join()
        self._back_end.restart_if_lost()
        self._write_new()

    def begin_point(self):
        self._back_end.restart_if_lost()
        self._garbage.before_point()
        self._used = []
        self._scope.importing = 0
        self._scope.lost = False
        self._scope.move(set())

    def end_point(self, item):
        if self._back_end.restart_if_lost() | self._children.join():
            self._scope.lost = True
        executed = self._scope.move(self._between)
        for fixture in self._used:
            executed |= fixture["executed"]
            if fixture["used"]:
                self._between |= fixture["executed"]
            fixture["used"] = True
        self._write_new()
        self._writer.write("trace", id=item.nodeid, executed=sorted(executed), incomplete=self._scope.lost)

    def begin_fixture(self):
        return self._scope.move(set())

    def end_fixture(self, fixturedef, outer):
        """What a fixture of a wider scope runs counts for every point that uses it, not only for the first."""
        executed = self._scope.move(outer)
        outer |= executed
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
        self._children.close()
        self._write_new()
        self._writer.write("between", executed=sorted(self._between))

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
