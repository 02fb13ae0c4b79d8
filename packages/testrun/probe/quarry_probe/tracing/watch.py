"""Notices what the trace function can't see: other processes, and other users of `sys.settrace`."""

import sys
import threading

_PROCESSES = frozenset(
    ("subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "os.exec", "os.spawn", "pty.spawn")
)


def watch(scope, is_ours):
    """Marks the scope as lossy. `is_ours` says whether a `sys.settrace` at this moment is the session's own."""
    main = threading.main_thread()

    def on_event(event, _arguments):
        if event in _PROCESSES:
            scope.lost = True
        elif event == "sys.settrace" and not is_ours() and threading.current_thread() is main:
            scope.lost = True

    sys.addaudithook(on_event)
