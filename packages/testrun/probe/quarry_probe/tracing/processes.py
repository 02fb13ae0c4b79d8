"""Child processes trace themselves into logs; their parent joins these with the test point that is running."""

import itertools
import os
import shutil
import sys
import tempfile
from os import getpid  # as they are before any test can patch them
from time import sleep, time_ns

from .environment import with_tracing
from .logs import Log, LogReader, SERVER_SUFFIX
from .starters import follow_processes

#: How often, and how many seconds each time, a child that is about to end is waited for when its test point is done.
#: Counted, not measured: tests stop the clock.
_LOOKS, _LOOK_SECONDS = 100, 0.005
#: Helpers of multiprocessing: one that runs no code of anybody, and one that is only forked.
_HELPER = "multiprocessing.resource_tracker"
_SERVER = "multiprocessing.forkserver"


class Following:
    """Makes sure that a process's children trace themselves."""

    def __init__(self, notes, settings):
        self._notes = notes
        self._settings = settings
        self._tokens = ("%d-%d-%d" % (getpid(), time_ns(), number) for number in itertools.count())
        self._given = None
        self.expected = set()
        follow_processes(self._order, notes.scope.lose)
        os.register_at_fork(
            before=self._before_fork, after_in_parent=self._after_in_parent, after_in_child=self._after_in_child
        )

    def _order(self, environment, command):
        words = " ".join(os.fsdecode(word) for word in command)
        if _HELPER in words:
            return environment
        token = next(self._tokens)
        if self._notes.scope.log is None:
            self.expected.add(token)
        else:
            self._notes.scope.log.write(expects=token)
        caller = self._notes.caller_of(sys._getframe())
        row = None if caller is None else self._notes.codes.rows[caller]
        return with_tracing(environment, token=token, caller=row, server=_SERVER in words, settings=self._settings)

    def _before_fork(self):
        # Here, not in the child: the parent must not come to the end of its test point before the child has a log.
        try:
            self._given = Log(self._settings["directory"])
        except Exception:
            self._given = None
            self._notes.scope.lose()

    def _after_in_parent(self):
        if self._given is not None:
            self._given.leave()
        self._given = None

    def _after_in_child(self):
        scope = self._notes.scope
        if scope.log is not None:
            scope.log.leave()
        scope.log = self._given
        self._given = None
        scope.forget()


class Children:
    """The children of the process that runs the tests."""

    def __init__(self, notes, settings):
        self._notes = notes
        self._directory = tempfile.mkdtemp(prefix="quarry-trace-")
        self._open_to_all()
        self._reader = LogReader(self._directory)
        self._following = Following(notes, dict(settings, directory=self._directory))
        self._known = set()
        self._lost = False

    def join(self):
        """Notes what children ran, as of here and now; whether something of it can't be known."""
        try:
            running = self._join_logs()
            for _ in range(_LOOKS):
                # One that outlives its first test point is one for the whole suite, and not waited for again.
                if not set(running) - self._known:
                    break
                sleep(_LOOK_SECONDS)
                running = self._join_logs()
        except (OSError, ValueError):
            # A test took the logs away, or left no descriptor.
            self._make_directory_again()
            return True
        # A child tells each fact once, so not what it does again for another point.
        lost = self._lost or bool(self._known)
        self._known, self._lost = set(running), False
        # A program without a Python that traces itself may have run anything.
        untraced = bool(self._following.expected)
        self._following.expected.clear()
        return lost or untraced or bool(running)

    def close(self):
        if self._notes.scope.log is None:
            self.join()
            shutil.rmtree(self._directory, ignore_errors=True)

    def _open_to_all(self):
        os.chmod(self._directory, 0o777)  # for children that become another user

    def _make_directory_again(self):
        try:
            os.mkdir(self._directory)
            self._open_to_all()
        except OSError:
            pass  # it is still there, or the place where it was is not

    def _join_logs(self):
        facts, running = self._reader.read()
        self._lost = self._lost or any("lost" in fact for fact in facts)
        expected = self._following.expected
        expected.update(fact["expects"] for fact in facts if "expects" in fact)
        expected.difference_update(fact["token"] for fact in facts if "token" in fact)
        for fact in facts:
            if "importing" in fact:
                self._join_fact(fact)
        return running

    def _join_fact(self, fact):
        scope, codes = self._notes.scope, self._notes.codes
        place = scope.place
        if fact["importing"]:
            module = fact["module"]
            place = scope.import_place(None if module is None else codes.number(*module))
        place.executed.update(codes.number(*row) for row in fact["executed"])
        place.calls.update(codes.edge((codes.number(*caller), codes.number(*callee))) for caller, callee in fact["calls"])


def trace_this_child(order):
    """In a new Python process, at its start."""
    from .backends import open_back_end
    from .classes import ClassTable
    from .codes import CodeTable
    from .notes import Notes
    from .scope import Scope
    from .threads import Roots, follow_threads

    settings = order["settings"]
    scope, codes = Scope(), CodeTable(settings["testbed"])
    scope.end_collection()
    scope.log = Log(settings["directory"], SERVER_SUFFIX if order["server"] else "")
    scope.log.write(token=order["token"])
    roots = Roots()
    roots.main = None if order["caller"] is None else codes.number(*order["caller"])
    notes = Notes(codes, ClassTable(codes), scope, roots)
    back_end = open_back_end(settings["tracer"], settings["accelerator"], notes)
    follow_threads(notes, back_end.begin_thread)
    Following(notes, settings)
    back_end.start()
