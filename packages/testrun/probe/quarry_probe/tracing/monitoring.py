"""Hears of calls by `sys.monitoring`, Python 3.12 and later: never again of code that isn't the repository's."""

import sys

from .codes import FOREIGN

#: Ids that no kind of tool is meant to have come first.
_IDS = (4, 3, 2, 0, 1, 5)
_NAME = "quarry"


class MonitoringBackEnd:
    name = "monitoring"

    def __init__(self, notes, on_start=None, tell_loss=lambda: None):
        self._monitoring = sys.monitoring
        self._events = sys.monitoring.events
        self._tool = _take_id(self._monitoring)
        self._modules = _ModuleEnds(notes)
        self._on_start = on_start or _make_callback(notes)
        self._tell_loss = tell_loss
        notes.module_begins = self._modules.begin

    def start(self):
        self._register()
        self._modules.start(self._tool)

    def begin_thread(self):
        """All threads are heard."""

    def restart_if_lost(self):
        self._tell_loss()
        if self._monitoring.get_tool(self._tool) != _NAME:
            try:
                self._tool = _take_id(self._monitoring)
            except LookupError:
                return True  # deaf, until somebody gives one back
        elif self._register() is self._on_start:
            if self._monitoring.get_events(self._tool) & self._events.PY_START:
                self._modules.set_events()
                return False
        self.start()
        return True

    def stop(self):
        self._monitoring.set_events(self._tool, 0)
        self._monitoring.free_tool_id(self._tool)

    def _register(self):
        return self._monitoring.register_callback(self._tool, self._events.PY_START, self._on_start)


class _ModuleEnds:
    """Counts the module bodies that are running; how a frame unwinds can be asked only of all frames at once."""

    def __init__(self, notes):
        self._tool = None
        self._notes = notes
        self._monitoring = sys.monitoring
        self._events = sys.monitoring.events

    def start(self, tool):
        self._tool = tool
        self._monitoring.register_callback(self._tool, self._events.PY_RETURN, self._end)
        self._monitoring.register_callback(self._tool, self._events.PY_UNWIND, self._end)
        self.set_events()

    def begin(self, code, frame):
        if frame.f_globals.get("__name__") == "__main__" or not self._is_ours():
            return
        self._notes.scope.begin_module(self._notes.entry_of(code).index)
        self._monitoring.set_local_events(self._tool, code, self._events.PY_RETURN)
        self.set_events()

    def _end(self, code, _offset, _value):
        entry = self._notes.codes.known.get(id(code))
        if entry and entry.is_module:
            self._notes.scope.end_module(entry.index)
            self.set_events()

    def set_events(self):
        """All through collection, since each change makes the interpreter look at all code again."""
        unwinding = self._events.PY_UNWIND if self._notes.scope.importing else 0
        if self._is_ours():
            self._monitoring.set_events(self._tool, self._events.PY_START | unwinding)

    def _is_ours(self):
        """A tool that somebody took goes on hearing for a while, and must not be told what to do."""
        return self._monitoring.get_tool(self._tool) == _NAME


def _make_callback(notes):
    find = notes.codes.known.get
    learn = notes.codes.learn
    note_frame = notes.note_frame
    disable = sys.monitoring.DISABLE
    frame_at = sys._getframe

    def on_start(code, _offset):
        try:
            entry = find(id(code))
            if entry is None:
                entry = learn(code)
            if entry is FOREIGN:
                return disable
            frame = frame_at(1)
            note_frame(entry, frame)
            if entry.is_module:
                notes.module_begins(code, frame)
        except (RecursionError, MemoryError):
            # Let out of here, it would be raised in the code that is traced.
            notes.scope.lose()
        return None

    return on_start


def _take_id(monitoring):
    for tool in _IDS:
        if monitoring.get_tool(tool) is None:
            monitoring.use_tool_id(tool, _NAME)
            return tool
    raise LookupError("no tool id is free")
