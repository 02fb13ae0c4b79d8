"""Makes a container as it was before a command ran in it, and says when it is not."""

import os
import signal

import laying

SOCKETS = ("tcp", "tcp6", "udp", "udp6", "udplite", "udplite6", "raw", "raw6")
OBJECTS = ("shm", "sem", "msg")


# What engines mount for every container, or what nobody but root can write to.
ENGINES_OWN = ("/proc", "/sys", "/dev", "/etc/hosts", "/etc/hostname", "/etc/resolv.conf", "/run/.containerenv", "/run/secrets")
QUARRYS_OWN = ("/quarry/agent", "/quarry/site", "/quarry/tools")


def make(places):
    """None when nothing of the command is left, else what is. Such a container must not be used again."""
    try:
        _end_everything()
        for place in places:
            if os.path.ismount(place["target"]):  # not every engine mounts every one
                laying.clear(place)
        return _sockets() or _objects() or _other_places(places)
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


def _other_places(places):
    """An image may ask for volumes, and an engine mount what it likes: what is written there would stay."""
    known = ENGINES_OWN + QUARRYS_OWN + tuple(place["target"] for place in places)
    for line in _lines("/proc/self/mountinfo"):
        target, options = line.split()[4:6]
        writable = "rw" in options.split(",") and target != "/"
        if writable and not any(target == own or target.startswith(own + "/") for own in known):
            return "a place that can be written to: " + target
    return None


def _lines(path):
    try:
        with open(path) as file:
            return file.readlines()
    except OSError:
        return []
