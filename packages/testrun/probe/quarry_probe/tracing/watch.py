"""Notices what the trace function can't see: other processes, and other users of `sys.settrace`.

By wrappers, not by an audit hook: every look at a frame's code would raise an audit event.
"""

import _posixsubprocess
import functools
import os
import subprocess
import sys
import threading

_STARTERS = (
    (_posixsubprocess, "fork_exec"),
    (subprocess, "_fork_exec"),
    (os, "posix_spawn"),
    (os, "posix_spawnp"),
    (os, "system"),
)


def watch(scope, is_ours):
    """Marks the scope as lossy. `is_ours` says whether a `sys.settrace` at this moment is the session's own."""
    main = threading.main_thread()

    def lose():
        scope.lost = True

    def lose_unless_ours():
        # Every thread sets its own trace function as it starts.
        if not is_ours() and threading.current_thread() is main:
            scope.lost = True

    for module, name in _STARTERS:
        _before(module, name, lose)
    os.register_at_fork(before=lose)
    _before(sys, "settrace", lose_unless_ours)


def _before(module, name, note):
    original = getattr(module, name, None)
    if original is None:
        return

    @functools.wraps(original)
    def noting(*arguments, **options):
        note()
        return original(*arguments, **options)

    setattr(module, name, noting)
