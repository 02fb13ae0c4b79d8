"""The control groups of a container are the engine's; this tells what they did to one command."""

import os

from steps import StepFailed

# Version 2 counts kills and how often the limit was met; version 1 counts kills, and knows the most that was ever used.
UNIFIED = "/sys/fs/cgroup/memory.events"
KILLS = "/sys/fs/cgroup/memory/memory.oom_control"
MOST_USED = "/sys/fs/cgroup/memory/memory.max_usage_in_bytes"
LIMIT = "/sys/fs/cgroup/memory/memory.limit_in_bytes"


class Container:
    """Stands where `groups.Groups` does."""

    def __init__(self):
        self._kills, self._met = _counts()

    def join(self):
        """The whole container is in its groups."""

    def out_of_memory(self):
        """True when the kernel killed a process of the container since the command began, because of its limit."""
        kills, met = _counts()
        if kills == self._kills:
            return False
        if met > self._met or _most_was_used():
            return True
        raise StepFailed("the machine itself ran out of memory, and ended a process of the command")

    def remove(self):
        """They go with the container."""


def counts_kills():
    """False where the engine shows no count: memory has to be watched then."""
    return os.path.isfile(UNIFIED) or os.path.isfile(KILLS)


def _counts():
    """Processes killed for want of memory, the machine's or the group's own; how often the group met its limit."""
    if os.path.isfile(UNIFIED):
        counts = _table(UNIFIED)
        return counts.get("oom_kill", 0), counts.get("oom", 0) + counts.get("max", 0)
    if os.path.isfile(KILLS):
        return _table(KILLS).get("oom_kill", 0), 0
    return 0, 0


def _most_was_used():
    """Version 1 only. Within 5 %, because what is charged in pieces need not fill the limit."""
    return os.path.isfile(KILLS) and _number(MOST_USED) >= 0.95 * _number(LIMIT)


def _table(path):
    with open(path) as file:
        words = [line.split() for line in file]
    return {line[0]: int(line[1]) for line in words if len(line) == 2}


def _number(path):
    with open(path) as file:
        return int(file.read())
