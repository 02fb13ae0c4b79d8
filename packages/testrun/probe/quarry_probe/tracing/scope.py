"""Where calls are noted at the moment."""


class Scope:
    def __init__(self):
        self.executed = set()
        self.imported = set()
        self.calls = set()
        self.imported_calls = set()
        # True until collection is done; afterwards `importing` counts the module bodies that are running.
        self.collecting = True
        self.importing = 0
        self.lost = False
        # A child process writes each new fact to its log at once, since nobody knows how it will end.
        self.log = None
        # Called when what was noted before has to be noted again, in another place.
        self.moved = lambda: None

    def move(self, executed):
        """From here on `executed` takes what runs; returns what took it before."""
        before = self.executed
        self.executed = executed
        self.moved()
        return before

    def begin_module(self):
        self.importing += 1
        self.moved()

    def end_module(self):
        self.importing = max(0, self.importing - 1)
        self.moved()

    def lose(self):
        """Calls may have gone by unheard."""
        self.lost = True
        if self.log is not None:
            self.log.write(lost=True)
