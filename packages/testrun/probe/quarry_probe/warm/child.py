"""One fork: its output, its end, and what to tell of it."""

import os
import select
import signal
import time

_TAIL = 64 * 1024
_LOOK_SECONDS = 0.01
#: Enough for what a pipe holds; something that it started may go on writing for ever.
_LAST_LOOKS = 64


class Child:
    """Runs `work` in a fork, as the leader of a session of its own, with nothing on its standard input."""

    def __init__(self, work, foreign_descriptors):
        self.stdout, self._stderr = bytearray(), bytearray()
        out, child_out = os.pipe()
        err, child_err = os.pipe()
        self._began = time.monotonic()
        self.pid = os.fork()
        if self.pid == 0:
            _become(work, child_out, child_err, (out, err) + tuple(foreign_descriptors))
        os.close(child_out)
        os.close(child_err)
        self._open = {out: self.stdout, err: self._stderr}

    def wait(self, seconds):
        """What became of it, as a record's fields; `seconds` is the time it has."""
        deadline = self._began + seconds
        status, timed_out = None, False
        while status is None:
            self._read(_LOOK_SECONDS)
            ended, wait_status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                status = wait_status
            elif time.monotonic() > deadline and not timed_out:
                timed_out = True
                os.killpg(self.pid, signal.SIGKILL)
        duration = time.monotonic() - self._began
        for _ in range(_LAST_LOOKS):
            if not self._read(0):
                break
        for descriptor in self._open:
            os.close(descriptor)  # something that it started may hold the other end
        return dict(_ending(status, timed_out), duration=duration, stderr=self._stderr.decode("utf-8", "replace"))

    def _read(self, seconds):
        if not self._open:
            time.sleep(seconds)
            return False
        ready = select.select(list(self._open), [], [], seconds)[0]
        for descriptor in ready:
            piece = os.read(descriptor, 1 << 16)
            if not piece:
                os.close(descriptor)
                del self._open[descriptor]
                continue
            self._open[descriptor].extend(piece)
        del self._stderr[:-_TAIL]
        return bool(ready)


def _become(work, out, err, not_its_own):
    """Never returns."""
    try:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        for descriptor in (out, err) + not_its_own:
            os.close(descriptor)
        work()
    finally:
        os._exit(70)  # `work` leaves by itself


def _ending(status, timed_out):
    if timed_out:
        return {"outcome": "timed-out", "status": None, "signal": None}
    if os.WIFSIGNALED(status):
        return {"outcome": "killed-by-signal", "status": None, "signal": _name(os.WTERMSIG(status))}
    return {"outcome": "exited", "status": os.WEXITSTATUS(status), "signal": None}


def _name(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return "SIG%d" % number
