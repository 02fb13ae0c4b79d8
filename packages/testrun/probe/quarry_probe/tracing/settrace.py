"""Hears of calls by `sys.settrace`: Python 3.8 to 3.11, and wherever nothing better is free."""

import functools
import sys
import threading

from .codes import FOREIGN

_RECURSION_IS_DELICATE = sys.version_info < (3, 10)


class SettraceBackEnd:
    name = "settrace"

    def __init__(self, notes):
        self._scope = notes.scope
        self._callback = _make_callback(notes)
        self._settrace = self._watch(sys)
        self._settrace_for_threads = self._watch(threading)

    def start(self):
        self._settrace_for_threads(self._callback)
        self._settrace(self._callback)

    def begin_thread(self):
        self._settrace(self._callback)

    def restart_if_lost(self):
        if sys.gettrace() is self._callback and threading._trace_hook is self._callback:
            return False
        self.start()
        return True

    def stop(self):
        self._settrace_for_threads(None)
        self._settrace(None)

    def _watch(self, module):
        """Notices other users of a module's `settrace`, even those that put back what they found."""
        original = module.settrace

        @functools.wraps(original)
        def settrace(func):
            # Every thread sets the one that is meant for threads as it starts.
            if func is not self._callback:
                self._scope.lose()
            return original(func)

        module.settrace = settrace
        return original


def _make_callback(notes):
    """Takes call events only, but for module bodies, whose end it must see, and the first start of generators."""
    find = notes.codes.known.get
    learn = notes.codes.learn
    note_frame = notes.note_frame
    scope = notes.scope

    def end_of_module(frame, event, _arg):
        if event == "return":
            scope.end_module(notes.entry_of(frame.f_code).index)
        return end_of_module

    def first_event(frame, event, _arg):
        # What is thrown into a generator, or closes it, before its first start has a call event too, and no line.
        frame.f_trace = None
        if event == "line":
            note(notes.entry_of(frame.f_code), frame)

    def note(entry, frame):
        try:
            note_frame(entry, frame)
        except (RecursionError, MemoryError):
            # Let out of here, it ends the tracing without a word; but up to 3.9 the interpreter aborts when a
            # RecursionError is handled at the limit itself, and the end is noticed when the point is done.
            scope.lose()
            if _RECURSION_IS_DELICATE:
                raise

    def on_call(frame, _event, _arg):
        try:
            entry = find(id(frame.f_code))
            if entry is None:
                entry = learn(frame.f_code)
            if entry is FOREIGN:
                return None
            if entry.starts is not None:
                return first_event if frame.f_lasti in entry.starts else None
            note_frame(entry, frame)
            if entry.is_module and frame.f_globals.get("__name__") != "__main__":
                scope.begin_module(entry.index)
                frame.f_trace_lines = False
                return end_of_module
        except (RecursionError, MemoryError):
            scope.lose()
            if _RECURSION_IS_DELICATE:
                raise
        return None

    return on_call
