"""Who started a thread or a task of a pool counts as the caller of what runs at the bottom of its stack."""

import _thread
import concurrent.futures.thread
import functools
import sys
import threading
from _thread import get_ident  # as it is before any test can patch it

_STARTER = "_quarry_starter"


class Roots:
    """Callers of frames that have no repository frame below them; `main` is the main thread's."""

    def __init__(self):
        self.main = None
        self.bare = {}
        self._main_thread = get_ident()

    def __call__(self):
        ident = get_ident()
        if ident == self._main_thread:
            return self.main
        # Not `current_thread()`, which makes an object for a thread that has none.
        thread = threading._active.get(ident)
        return self.bare.get(ident) if thread is None else thread.__dict__.get(_STARTER)


def follow_threads(notes, begin_thread):
    """`begin_thread` is called in each thread that does not come from `threading`."""
    caller_of = notes.caller_of
    start = threading.Thread.start

    @functools.wraps(start)
    def noting_start(thread):
        thread.__dict__[_STARTER] = caller_of(sys._getframe())
        return start(thread)

    threading.Thread.start = noting_start
    _follow_pools(caller_of)
    _follow_bare_threads(notes, begin_thread)


def _follow_pools(caller_of):
    item = getattr(concurrent.futures.thread, "_WorkItem", None)
    if item is None:
        return
    make, run = item.__init__, item.run

    @functools.wraps(make)
    def noting_make(self, *arguments, **options):
        self._quarry_starter = caller_of(sys._getframe())
        make(self, *arguments, **options)

    @functools.wraps(run)
    def run_for_starter(self, *arguments):
        thread = threading.current_thread()
        thread.__dict__[_STARTER] = self._quarry_starter
        return run(self, *arguments)

    item.__init__, item.run = noting_make, run_for_starter


def _follow_bare_threads(notes, begin_thread):
    original = _thread.start_new_thread

    @functools.wraps(original)
    def start_new_thread(function, arguments, *options):
        starter = notes.caller_of(sys._getframe())

        def run(*arguments, **options):
            notes.roots.bare[get_ident()] = starter
            begin_thread()
            function(*arguments, **options)

        return original(run, arguments, *options)

    _thread.start_new_thread = _thread.start_new = start_new_thread
