"""Makes a container as it was before a command ran in it, and says when it is not."""

import os
import signal

import laying

SOCKETS = ("tcp", "tcp6", "udp", "udp6", "udplite", "udplite6", "raw", "raw6")
OBJECTS = ("shm", "sem", "msg")


def make(places):
    """None when nothing of the command is left, else what is. Such a container must not be used again."""
    try:
        _end_everything()
        for place in places:
            if os.path.ismount(place["target"]):  # not every engine mounts every one
                laying.clear(place)
        return _sockets() or _objects()
    except OSError as error:
        return str(error)
    except RecursionError:
        return "directories too deep to be removed"


def _end_everything():
    """-1 is everything but this process, which is the first of its namespace."""
    while True:
        try:
            os.kill(-1, signal.SIGKILL)
        except ProcessLookupError:
            pass
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _sockets():
    """A port that was closed a moment ago still keeps others from it."""
    for name in SOCKETS:
        if len(_lines("/proc/net/" + name)) > 1:
            return "sockets in /proc/net/" + name
    return None


def _objects():
    for name in OBJECTS:
        if len(_lines("/proc/sysvipc/" + name)) > 1:
            return "objects in /proc/sysvipc/" + name
    return None


def _lines(path):
    try:
        with open(path) as file:
            return file.readlines()
    except OSError:
        return []
