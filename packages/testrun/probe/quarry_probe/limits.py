"""A time limit for one test point, where the system has interval timers and the main thread is ours."""

import signal
import threading
import time

import pytest


class TestPointTimeout(pytest.fail.Exception):
    """The test point took longer than it may."""

    __test__ = False


class PointLimit:
    """Counts the time of one point's phases together; pytest's own code between them is never interrupted."""

    def __init__(self, seconds):
        self._seconds = seconds
        self._left = seconds

    def begin_point(self):
        self._left = self._seconds

    def begin_phase(self):
        if not self._usable():
            return
        self._started = time.monotonic()
        self._previous = signal.signal(signal.SIGALRM, self._expired)
        # Repeated, for code that swallows the first one.
        signal.setitimer(signal.ITIMER_REAL, max(self._left, 0.05), 1.0)

    def end_phase(self):
        if not self._usable():
            return
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._previous)
        # A teardown gets a chance to clean up after a point that used up its time.
        self._left = max(self._left - (time.monotonic() - self._started), min(1.0, self._seconds))

    def _usable(self):
        return self._seconds > 0 and threading.current_thread() is threading.main_thread()

    def _expired(self, _signal, _frame):
        raise TestPointTimeout("timeout: the test point took longer than %g s" % self._seconds)
