"""Logs of child processes: one file each, which its process holds a lock on for as long as it lives."""

import fcntl
import itertools
import json
import os
from io import open as open_file  # as they are before any test can patch them
from json import loads
from os import close, fstat, getpid, listdir, open as open_descriptor, stat, write
from os.path import join
from time import time_ns

#: Of a process that only starts others and lives on; nobody waits for its end.
SERVER_SUFFIX = ".server"
_encode = json.JSONEncoder().encode
_numbers = itertools.count()  # the clock may stand still in tests


class Log:
    """Facts are written at once and whole, under the file's name: tests close descriptors that they don't know."""

    def __init__(self, directory, suffix=""):
        self._directory, self._suffix = directory, suffix
        self._open()

    def _open(self):
        name = "%d-%d-%d%s" % (time_ns(), getpid(), next(_numbers), self._suffix)
        self._path = join(self._directory, name)
        self._lock = open_descriptor(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self._identity = _identity(fstat(self._lock))

    def write(self, **fact):
        try:
            if not self._is_held() or _identity(stat(self._path)) != self._identity:
                self._open()  # whoever reads took this process for dead when it lost the lock
            descriptor = open_descriptor(self._path, os.O_WRONLY | os.O_APPEND)
            try:
                write(descriptor, (_encode(fact) + "\n").encode("ascii"))
            finally:
                close(descriptor)
        except OSError:
            pass  # the parent has ended and taken its directory with it, or the child may not write there any more

    def leave(self):
        """In a process that got the log with a fork, or gave it away with one: the other one holds the lock."""
        if self._is_held():
            close(self._lock)

    def _is_held(self):
        try:
            return _identity(fstat(self._lock)) == self._identity
        except OSError:
            return False


def _identity(about):
    return about.st_dev, about.st_ino


class LogReader:
    def __init__(self, directory):
        self._directory = directory
        self._offsets = {}

    def read(self):
        """Facts that were written since, in the order in which their processes began, and files of running ones."""
        facts, running = [], []
        for name in sorted(listdir(self._directory)):
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
        descriptor = open_descriptor(join(self._directory, name), os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return False
        except OSError:
            return True
        finally:
            close(descriptor)

    def _facts(self, name, offset):
        with open_file(join(self._directory, name), "rb") as file:
            file.seek(offset)
            whole = file.read().rpartition(b"\n")[0]
        lines = whole.split(b"\n") if whole else []
        return [loads(line) for line in lines], offset + (len(whole) + 1 if whole else 0)
