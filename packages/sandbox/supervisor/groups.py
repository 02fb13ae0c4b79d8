"""Control groups of one command: memory and number of processes, version 1 or 2."""

import os
import time

from steps import step


class Groups:
    """The directories are held open: once the new root is entered, their paths are gone."""

    def __init__(self):
        self._made = []  # (parent's descriptor, name)
        self._doors = []
        self._events = []

    def add(self, parent, name, settings, events):
        parent_descriptor = os.open(parent, os.O_RDONLY | os.O_DIRECTORY)
        os.mkdir(name, dir_fd=parent_descriptor)
        self._made.append((parent_descriptor, name))
        directory = os.path.join(parent, name)
        for file, value, needed in settings:
            try:
                _write(os.path.join(directory, file), value)
            except OSError:
                if needed:
                    raise
        self._doors.append(os.open(os.path.join(directory, "cgroup.procs"), os.O_WRONLY))
        if events is not None:
            self._events.append(os.open(os.path.join(directory, events), os.O_RDONLY))

    def join(self):
        """Moves the calling process into every group."""
        for door in self._doors:
            os.write(door, b"0")

    def out_of_memory(self):
        """True when the kernel killed a process of the command because of the memory limit."""
        for descriptor in self._events:
            for line in os.pread(descriptor, 4096, 0).splitlines():
                words = line.split()
                if words[:1] == [b"oom_kill"] and int(words[1]) > 0:
                    return True
        return False

    def remove(self):
        for descriptor in self._doors + self._events:
            os.close(descriptor)
        for parent, name in self._made:
            _remove_when_empty(name, parent)
            os.close(parent)
        self._doors, self._events, self._made = [], [], []


def create(wanted, limits):
    """`wanted` has the parent directories by controller, and the name for the new groups; null where there is none."""
    made = Groups()
    if wanted is None:
        return made
    memory = str(limits["memoryBytes"])
    processes = str(limits["processes"])
    with step("make the control groups"):
        _fill(made, wanted, memory, processes)
    return made


def _fill(made, wanted, memory, processes):
    try:
        if wanted["unified"] is not None:
            settings = (
                ("memory.max", memory, True),
                ("memory.swap.max", "0", False),
                ("memory.oom.group", "1", False),
                ("pids.max", processes, True),
            )
            made.add(wanted["unified"], wanted["name"], settings, "memory.events")
        if wanted["memory"] is not None:
            settings = (
                ("memory.limit_in_bytes", memory, True),
                ("memory.memsw.limit_in_bytes", memory, False),
            )
            made.add(wanted["memory"], wanted["name"], settings, "memory.oom_control")
        if wanted["pids"] is not None:
            made.add(wanted["pids"], wanted["name"], (("pids.max", processes, True),), None)
    except OSError:
        made.remove()
        raise


def _remove_when_empty(name, parent):
    """The kernel lets go of ended processes a little later. What can't be removed is swept by a later run."""
    for _ in range(50):
        try:
            os.rmdir(name, dir_fd=parent)
            return
        except OSError:
            time.sleep(0.02)


def _write(path, text):
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)
