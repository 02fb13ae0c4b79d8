"""Where calls are noted at the moment."""


class Place:
    """What ran in one place, such as a test point: numbers of code objects, and of edges between them."""

    __slots__ = ("executed", "calls")

    def __init__(self):
        self.executed = set()
        self.calls = set()

    def add(self, other):
        self.executed |= other.executed
        self.calls |= other.calls


class Scope:
    def __init__(self):
        # Takes what is noted now: a place of `imports`, or else the one that was moved to.
        self.place = None
        # By the number of the module whose body runs; None: what collection runs outside of one.
        self.imports = {}
        # The module bodies that are running, innermost last.
        self.modules = []
        self.collecting = True
        self.lost = False
        # A child process writes each new fact to its log at once, since nobody knows how it will end.
        self.log = None
        # Called when what was noted before has to be noted again, in another place.
        self.moved = lambda: None
        self._current = Place()
        self._settle()

    @property
    def importing(self):
        return self.collecting or bool(self.modules)

    def move(self, place):
        """From here on `place` takes what runs outside of imports; returns what took it before."""
        before = self._current
        self._current = place
        self._settle()
        return before

    def begin_point(self):
        self.modules = []
        self.lost = False
        self.move(Place())

    def end_collection(self):
        self.collecting = False
        self._settle()

    def begin_module(self, number):
        self.modules.append(number)
        self._settle()

    def end_module(self, number):
        """Of a module that didn't begin, too: one that is run, not imported."""
        if number in self.modules:
            del self.modules[len(self.modules) - 1 - self.modules[::-1].index(number)]
            self._settle()

    def import_place(self, number):
        if number not in self.imports:
            self.imports[number] = Place()
        return self.imports[number]

    def take_imports(self):
        """What was noted in imports since this was last asked."""
        taken, self.imports = self.imports, {}
        if self.importing:
            self._settle()
        return taken

    def forget(self):
        """In a forked child: its parent tells what is noted so far."""
        self.imports = {}
        self.move(Place())

    def lose(self):
        """Calls may have gone by unheard."""
        self.lost = True
        if self.log is not None:
            self.log.write(lost=True)

    def _settle(self):
        if self.importing:
            self.place = self.import_place(self.modules[-1] if self.modules else None)
        else:
            self.place = self._current
        self.moved()
