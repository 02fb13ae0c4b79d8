"""One traced run: opens a back end, sorts what is noted by test point, and writes it down."""

from .backends import open_back_end
from .classes import ClassTable
from .codes import CodeTable
from .garbage import GarbageTurns
from .notes import Notes
from .processes import Children
from .scope import Place, Scope
from .threads import Roots, follow_threads


class TraceSession:
    def __init__(self, writer, testbed, tracer="auto", accelerator=None):
        self._writer = writer
        self._codes = CodeTable(testbed)
        self._scope = Scope()
        notes = Notes(self._codes, ClassTable(self._codes), self._scope, Roots())
        self._back_end = open_back_end(tracer, accelerator, notes)
        self._between = Place()
        self._scope.move(self._between)
        self._fixtures = {}
        self._used = []
        self._garbage = GarbageTurns()
        self._told = {"codes": 0, "edges": 0}
        self._told_imports = {}
        follow_threads(notes, self._back_end.begin_thread)
        self._children = Children(notes, {"testbed": testbed, "tracer": tracer, "accelerator": accelerator})
        self._back_end.start()

    @property
    def tracer(self):
        return self._back_end.name

    def collected(self):
        self._garbage.collected()
        self._children.join()
        self._scope.end_collection()
        self._back_end.restart_if_lost()
        self._write_new()

    def begin_point(self):
        self._back_end.restart_if_lost()
        self._garbage.before_point()
        self._used = []
        self._scope.begin_point()

    def end_point(self, item):
        if self._back_end.restart_if_lost() | self._children.join():
            self._scope.lost = True
        point = self._scope.move(self._between)
        for fixture in self._used:
            point.add(fixture["place"])
            if fixture["used"]:
                self._between.add(fixture["place"])
            fixture["used"] = True
        self._write_new()
        self._writer.write("trace", id=item.nodeid, incomplete=self._scope.lost, **_numbers(point))

    def begin_fixture(self):
        return self._scope.move(Place())

    def end_fixture(self, fixturedef, outer):
        """What a fixture of a wider scope runs counts for every point that uses it, not only for the first."""
        place = self._scope.move(outer)
        outer.add(place)
        self._fixtures[id(fixturedef)] = {"fixture": fixturedef, "place": place, "used": False}

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
        self._writer.write("between", **_numbers(self._between))

    def _write_new(self):
        imports = self._scope.take_imports()
        for name, rows in (("codes", self._codes.rows), ("edges", self._codes.edges)):
            first = self._told[name]
            if len(rows) > first:
                self._writer.write(name, first=first, rows=rows[first:])
                self._told[name] = len(rows)
        for module, place in imports.items():
            self._write_import(module, place)

    def _write_import(self, module, place):
        told = self._told_imports.setdefault(module, Place())
        place.executed -= told.executed
        place.calls -= told.calls
        if place.executed or place.calls:
            self._writer.write("imported", module=module, **_numbers(place))
            told.add(place)


def _numbers(place):
    return {"executed": sorted(place.executed), "calls": sorted(place.calls)}
