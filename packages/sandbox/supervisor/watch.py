"""Watches the command until it and everything it started have ended."""

import os
import selectors
import signal
import time

import ending
import memory
from output import Head, Tail

GRACE_SECONDS = 2.0
# The tail of stderr is held in memory that, in a container, is the command's own.
LARGEST_TAIL = 8 << 20
DRAIN_SECONDS = 1.0


class Watch:
    def __init__(self, spec, started, channel, pass_on):
        self.pid = started.pid
        self.status = None
        self.timed_out = False
        self.abandoned = False
        self.began = time.monotonic()
        self.ended = None
        self.deadline = self.began + spec["limits"]["wallSeconds"]
        self.channel = channel
        self.everything = ending.choose(spec["isolation"], started.pid)
        self.memory = None
        if spec["watch_memory"]:
            self.memory = memory.MemoryWatch(spec["limits"]["memoryBytes"], self.everything)
        limit = spec["limits"]["outputBytes"]
        self.outputs = {started.stdout: Head(pass_on[0], limit), started.stderr: Tail(pass_on[1], min(limit, LARGEST_TAIL))}
        self.selector = selectors.DefaultSelector()
        for descriptor in self.outputs:
            self.selector.register(descriptor, selectors.EVENT_READ)
        self.selector.register(channel, selectors.EVENT_READ)
        self.selector.register(_child_ended(), selectors.EVENT_READ)


def until_the_end(spec, started, channel, pass_on):
    """`pass_on`: two functions, which are given the pieces of stdout and stderr that are kept."""
    watch = Watch(spec, started, channel, pass_on)
    _reap(watch)
    while _goes_on(watch):
        _turn(watch, watch.deadline if watch.memory is None else min(watch.deadline, watch.memory.next))
        if watch.memory is not None and watch.memory.look():
            break
        if _goes_on(watch) and time.monotonic() >= watch.deadline:
            _time_is_up(watch)
    watch.everything.kill()
    while _reap(watch):
        _turn(watch, time.monotonic() + 0.02)
        watch.everything.kill()
    _drain(watch)
    return _record(watch)


def _goes_on(watch):
    return watch.status is None and not watch.abandoned


def _child_ended():
    """A pipe that becomes readable whenever a child ends."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    return reading


def _turn(watch, until):
    for key, _ in watch.selector.select(max(0.0, until - time.monotonic())):
        if key.fd == watch.channel:
            watch.abandoned = True  # nothing more is ever sent: this is its end
            watch.selector.unregister(watch.channel)
        elif key.fd in watch.outputs:
            _relay(watch, key.fd)
        else:
            os.read(key.fd, 4096)
    _reap(watch)


def _relay(watch, descriptor):
    chunk = os.read(descriptor, 65536)
    if chunk:
        began = time.monotonic()
        watch.outputs[descriptor].take(chunk)
        watch.deadline += time.monotonic() - began  # a slow reader must not count as a slow command
    else:
        watch.selector.unregister(descriptor)


def _reap(watch):
    """Takes in whatever has ended, orphans included. True while something is left."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if pid == 0:
            return True
        if pid == watch.pid:
            watch.status = status
            watch.ended = time.monotonic()


def _time_is_up(watch):
    watch.timed_out = True
    watch.everything.ask()
    until = time.monotonic() + GRACE_SECONDS
    while _goes_on(watch) and time.monotonic() < until:
        _turn(watch, until)
    watch.abandoned = watch.abandoned or watch.status is None


def _drain(watch):
    """Takes what is left in the pipes; a process that could not be ended must not hold this up for ever."""
    watch.deadline = time.monotonic() + DRAIN_SECONDS
    while _open_outputs(watch) and time.monotonic() < watch.deadline:
        _turn(watch, watch.deadline)
    for output in watch.outputs.values():
        output.finish()


def _open_outputs(watch):
    return [descriptor for descriptor in watch.outputs if descriptor in watch.selector.get_map()]


def _record(watch):
    record = {"outcome": "exited", "status": None, "signal": None}
    record["oom"] = watch.memory is not None and watch.memory.exceeded
    record["truncated"] = any(output.passed_limit for output in watch.outputs.values())
    record["duration"] = (watch.ended or time.monotonic()) - watch.began
    if watch.timed_out:
        record["outcome"] = "timed-out"
    elif watch.status is None:
        record["outcome"] = "abandoned"
    elif os.WIFSIGNALED(watch.status):
        record["outcome"] = "killed-by-signal"
        record["signal"] = _signal_name(os.WTERMSIG(watch.status))
    else:
        record["status"] = os.WEXITSTATUS(watch.status)
    return record


def _signal_name(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return "SIG%d" % number
