"""The channel for records: JSON lines on a file descriptor that tests are unlikely to meet."""

import errno
import fcntl
import json
import os


class RecordWriter:
    """
    Writes whole lines, unbuffered, only from the process that opened it. It keeps the functions that it needs: pytest
    reports a call before it takes back what the test patched.
    """

    def __init__(self, descriptor):
        self.descriptors = [_duplicate(descriptor, 200), _duplicate(descriptor, 900)]
        self._process_id, self._put = os.getpid, os.write
        self._encode = json.JSONEncoder(separators=(",", ":")).encode
        self._pid = self._process_id()
        self.count = 0

    def write(self, record, **fields):
        if self._process_id() != self._pid:
            return  # a forked child that went on into pytest's code
        line = self._encode(dict({"record": record}, **fields)) + "\n"
        self.write_raw(line.encode("ascii"))
        self.count += 1

    def write_raw(self, data):
        while data:
            try:
                data = data[self._put(self.descriptors[-1], data) :]
            except OSError as error:
                # A test closed descriptors that are not its own; there is one spare.
                if error.errno != errno.EBADF or len(self.descriptors) == 1:
                    raise
                self.descriptors.pop()


def take_standard_output():
    """Keeps standard output for records; what is printed from here on goes to standard error."""
    writer = RecordWriter(1)
    os.dup2(2, 1)
    return writer


def _duplicate(descriptor, above):
    for lowest in (above, 20, 3):
        try:
            return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, lowest)
        except OSError:
            continue  # above the limit on open files
    raise OSError("no file descriptor left for the probe's records")
