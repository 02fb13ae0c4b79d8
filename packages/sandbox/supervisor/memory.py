"""Watches the memory of a command where the kernel gives no control group to limit it with."""

import os
import time

SECONDS_BETWEEN = 0.05
PAGE = os.sysconf("SC_PAGE_SIZE")


class MemoryWatch:
    def __init__(self, limit, everything):
        self.limit = limit
        self.everything = everything
        self.next = time.monotonic()
        self.exceeded = False

    def look(self):
        """Looks again when it is time; true once the command has more memory than it may."""
        now = time.monotonic()
        if now >= self.next:
            self.next = now + SECONDS_BETWEEN
            pids = self.everything.pids()
            # The first sum is cheap, and counts pages that processes share more than once.
            if sum(map(_private, pids)) > self.limit:
                self.exceeded = self.exceeded or sum(map(_proportional, pids)) > self.limit
        return self.exceeded


def _private(pid):
    try:
        with open("/proc/%d/statm" % pid) as file:
            numbers = file.read().split()
    except OSError:
        return 0  # it ended meanwhile
    return (int(numbers[1]) - int(numbers[2])) * PAGE


def _proportional(pid):
    try:
        with open("/proc/%d/smaps_rollup" % pid) as file:
            for line in file:
                if line.startswith("Pss:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass  # it ended meanwhile, or may not be looked into
    return _private(pid)
