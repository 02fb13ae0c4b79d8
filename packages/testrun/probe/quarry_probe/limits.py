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
        # Kept here, not looked up in modules, where tests patch them and tools that stop the clock replace them.
        self._now = time.monotonic
        self._thread = threading.get_ident
        self._handle, self._set_timer = signal.signal, signal.setitimer
        self._main_thread = threading.main_thread().ident

    def begin_point(self):
        self._left = self._seconds

    def begin_phase(self):
        if not self._usable():
            return
        self._started = self._now()
        self._previous = self._handle(signal.SIGALRM, self._expired)
        # Repeated, for code that swallows the first one.
        self._set_timer(signal.ITIMER_REAL, max(self._left, 0.05), 1.0)

    def end_phase(self):
        if not self._usable():
            return
        self._set_timer(signal.ITIMER_REAL, 0)
        self._handle(signal.SIGALRM, self._previous)
        # A teardown gets a chance to clean up after a point that used up its time.
        self._left = max(self._left - (self._now() - self._started), min(1.0, self._seconds))

    def _usable(self):
        return self._seconds > 0 and self._thread() == self._main_thread

    def _expired(self, _signal, _frame):
        raise TestPointTimeout("timeout: the test point took longer than %g s" % self._seconds)
