"""Logs of child processes: one file each, which its process holds a lock on for as long as it lives."""

import fcntl
import itertools
import json
import os
import time

#: Of a process that only starts others and lives on; nobody waits for its end.
SERVER_SUFFIX = ".server"
_numbers = itertools.count()  # the clock may stand still in tests


class Log:
    """Facts are written at once and whole, under the file's name: tests close descriptors that they don't know."""

    def __init__(self, directory, suffix=""):
        self._path = os.path.join(directory, "%d-%d-%d%s" % (time.time_ns(), os.getpid(), next(_numbers), suffix))
        self._lock = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    def write(self, **fact):
        try:
            descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND)
            try:
                os.write(descriptor, (json.dumps(fact) + "\n").encode("ascii"))
            finally:
                os.close(descriptor)
        except OSError:
            pass  # the parent has ended and taken its directory with it, or the child may not write there any more

    def leave(self):
        """In a process that got the log with a fork, or gave it away with one: the other one holds the lock."""
        try:
            os.close(self._lock)
        except OSError:
            pass


class LogReader:
    def __init__(self, directory):
        self._directory = directory
        self._offsets = {}

    def read(self):
        """Facts that were written since, in the order in which their processes began, and files of running ones."""
        facts, running = [], []
        for name in sorted(os.listdir(self._directory)):
            offset = self._offsets.get(name, 0)
            if offset is None:
                continue
            alive = self._is_alive(name)  # before it is read: what is dead by now writes nothing after
            new, self._offsets[name] = self._facts(name, offset)
            facts += new
            if not alive:
                self._offsets[name] = None
            elif not name.endswith(SERVER_SUFFIX):
                running.append(name)
        return facts, running

    def _is_alive(self, name):
        descriptor = os.open(os.path.join(self._directory, name), os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return False
        except OSError:
            return True
        finally:
            os.close(descriptor)

    def _facts(self, name, offset):
        with open(os.path.join(self._directory, name), "rb") as file:
            file.seek(offset)
            whole = file.read().rpartition(b"\n")[0]
        lines = whole.split(b"\n") if whole else []
        return [json.loads(line) for line in lines], offset + (len(whole) + 1 if whole else 0)
