"""The trace function: sees every call, keeps the repository's."""

import sys

from .codes import FOREIGN


_RECURSION_IS_DELICATE = sys.version_info < (3, 10)


class Scope:
    """Where calls are noted at the moment."""

    def __init__(self):
        self.executed = set()
        self.imported = set()
        self.calls = set()
        self.imported_calls = set()
        # True until collection is done; afterwards `importing` counts the module bodies that are running.
        self.collecting = True
        self.importing = 0
        self.lost = False


def make_callback(codes, classes, scope):
    """A function for `sys.settrace`. It takes call events only, but for module bodies, whose end it must see."""
    find = codes.known.get
    learn = codes.learn

    def caller_of(frame):
        frame = frame.f_back
        while frame is not None:
            entry = find(id(frame.f_code))
            if entry is None:
                entry = learn(frame.f_code)
            if entry is not FOREIGN and entry.index is not None:
                return entry.index
            frame = frame.f_back
        return None

    def end_of_module(_frame, event, _arg):
        if event == "return":
            scope.importing = max(0, scope.importing - 1)
        return end_of_module

    def on_call(frame, _event, _arg):
        try:
            entry = find(id(frame.f_code))
            if entry is None:
                entry = learn(frame.f_code)
            if entry is FOREIGN:
                return None
            if entry.starts is not None and frame.f_lasti not in entry.starts:
                return None
            touched = ()
            if entry.first is not None:
                touched = classes.of_call(entry, frame.f_locals.get(entry.first))
            index = entry.index
            if index is None and not touched:
                return None
            importing = scope.collecting or scope.importing
            executed = scope.imported if importing else scope.executed
            executed.update(touched)
            caller = caller_of(frame)
            calls = scope.imported_calls if importing else scope.calls
            if index is not None:
                executed.add(index)
                if caller is not None:
                    calls.add((caller, index))
            if touched and entry.constructs:
                # Who makes an instance calls its class, and the class what it inherits from.
                if caller is not None:
                    calls.add((caller, touched[0]))
                for base in touched[1:]:
                    calls.add((touched[0], base))
            if entry.is_module:
                scope.importing += 1
                frame.f_trace_lines = False
                return end_of_module
        except (RecursionError, MemoryError):
            # Let out of here, it ends the tracing without a word; but up to 3.9 the interpreter aborts when a
            # RecursionError is handled at the limit itself, and the end is noticed when the point is done.
            scope.lost = True
            if _RECURSION_IS_DELICATE:
                raise
        return None

    return on_call
