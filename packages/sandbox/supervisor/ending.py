"""Ends everything that the command started, however it hid itself."""

import os
import signal


def choose(isolation, pid):
    return Descendants(pid) if isolation == "none" else Namespace()


class Namespace:
    """The first process of a PID namespace, or its child in a container: -1 means all but these two."""

    def pids(self):
        return [int(name) for name in os.listdir("/proc") if name.isdigit() and name != "1"]

    def ask(self):
        _send(-1, signal.SIGTERM)

    def kill(self):
        _send(-1, signal.SIGKILL)


class Descendants:
    """Without a namespace: the process group, and every descendant that /proc knows. Orphans come to this process."""

    def __init__(self, pid):
        self.group = pid

    def pids(self):
        return descendants(os.getpid())

    def ask(self):
        self._send_to_all(signal.SIGTERM)

    def kill(self):
        self._send_to_all(signal.SIGKILL)

    def _send_to_all(self, number):
        _send(-self.group, number)
        for pid in descendants(os.getpid()):
            _send(pid, number)


def descendants(top):
    children = {}
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if name.isdigit():
            children.setdefault(_parent(name), []).append(int(name))
    found, waiting = [], [top]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def _parent(name):
    try:
        with open("/proc/%s/stat" % name, "rb") as file:
            return int(file.read().rpartition(b")")[2].split()[1])
    except OSError:
        return None  # it ended meanwhile


def _send(pid, number):
    try:
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        pass
