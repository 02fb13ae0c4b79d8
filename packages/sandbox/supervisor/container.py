"""The control groups of a container are the engine's; this tells what they did to one command."""

import os

EVENTS = ("/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control")


class Container:
    """Stands where `groups.Groups` does."""

    def __init__(self):
        self._before = _kills()

    def join(self):
        """The whole container is in its groups."""

    def out_of_memory(self):
        """True when the kernel killed a process of the container since the command began."""
        return _kills() > self._before

    def remove(self):
        """They go with the container."""


def counts_kills():
    """False where the engine shows no count: running out of memory then looks like a kill."""
    return any(map(os.path.isfile, EVENTS))


def _kills():
    for path in EVENTS:
        try:
            with open(path) as file:
                words = [line.split() for line in file]
        except OSError:
            continue
        return sum(int(line[1]) for line in words if line[0] == "oom_kill")
    return 0
