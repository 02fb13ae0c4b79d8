"""One traced run: opens a back end, sorts what is noted by test point, and writes it down."""

import os

from ..modules import imported_files
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
        self._testbed = testbed
        self._codes = CodeTable(testbed)
        self._scope = Scope()
        notes = Notes(self._codes, ClassTable(self._codes), self._scope, Roots())
        self._back_end = open_back_end(tracer, accelerator, notes)
        self._between = Place()
        self._scope.move(self._between)
        self._fixtures = {}
        self._used = []
        # What was imported before its calls could be heard, such as by a `sitecustomize`, may have called anything.
        self._lost_before_points = next(imported_files(testbed), None) is not None
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
        if self._back_end.restart_if_lost() or self._scope.lost:
            self._lost_before_points = True
        if self._lost_before_points:
            self._note_imported_modules()
        self._scope.end_collection()
        self._scope.lost = False
        self._write_new()

    def begin_point(self):
        # What was lost between two points is told of the second one.
        lost = self._back_end.restart_if_lost() or self._scope.lost
        self._garbage.before_point()
        self._used = []
        self._scope.begin_point()
        self._scope.lost = lost or self._lost_before_points

    def end_point(self, point_id):
        self._look_for_losses()
        point = self._scope.move(self._between)
        for fixture in self._used:
            point.add(fixture["place"])
            self._scope.lost = self._scope.lost or fixture["lost"]
            if fixture["used"]:
                self._between.add(fixture["place"])
            fixture["used"] = True
        self._write_new()
        self._writer.write("trace", id=point_id, incomplete=self._scope.lost, **_numbers(point))
        self._scope.lost = False

    def begin_fixture(self):
        """Returns what `end_fixture` wants back."""
        outer = {"lost": self._scope.lost, "place": self._scope.move(Place())}
        self._scope.lost = False
        return outer

    def end_fixture(self, fixturedef, outer):
        """What a fixture of a wider scope runs, or loses, counts for every point that uses it, not only for the first."""
        self._look_for_losses()
        lost = self._scope.lost
        place = self._scope.move(outer["place"])
        outer["place"].add(place)
        self._scope.lost = lost or outer["lost"]
        self._fixtures[id(fixturedef)] = {"fixture": fixturedef, "place": place, "lost": lost, "used": False}

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

    def _look_for_losses(self):
        """Joins what children told; losses are in the scope then."""
        if self._back_end.restart_if_lost() | self._children.join():
            self._scope.lost = True

    def _note_imported_modules(self):
        """Where calls were lost in collection, bodies of modules may be among them."""
        place = self._scope.import_place(None)
        for path in imported_files(self._testbed):
            if path.endswith(".py"):
                place.executed.add(self._codes.number(path.replace(os.sep, "/"), 1, "<module>", "code"))

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
