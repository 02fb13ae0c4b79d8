"""Framed messages over one two-way connection: a kind, three zeros, a length (big-endian), and so many bytes."""

import json
import os
import struct

HEADER = struct.Struct(">BxxxI")
LARGEST = 1 << 20

# What Quarry sends.
REQUEST, DATA, END_OF_DATA = 1, 2, 3
# What Quarry is sent.
STDOUT, STDERR, PACKED, RECORD = 4, 5, 6, 7


class Frames:
    """Reads no byte further than asked for, so that a forked child sees the connection's end and nothing else."""

    def __init__(self, reading, writing):
        self.reading = reading
        self.writing = writing

    def request(self):
        kind, payload = self._next()
        if kind != REQUEST:
            raise ValueError("expected a request, got a frame of kind %d" % kind)
        return json.loads(payload)

    def data(self):
        """The pieces of data that belong to the last request, up to their end."""
        while True:
            kind, payload = self._next()
            if kind == END_OF_DATA:
                return
            yield payload

    def send(self, kind, data):
        view = memoryview(data)
        for start in range(0, len(view), LARGEST):
            piece = view[start : start + LARGEST]
            self._write(HEADER.pack(kind, len(piece)))
            self._write(piece)

    def record(self, record):
        self.send(RECORD, json.dumps(record).encode())

    def _next(self):
        kind, length = HEADER.unpack(self._read(HEADER.size))
        return kind, self._read(length)

    def _read(self, length):
        received = bytearray()
        while len(received) < length:
            piece = os.read(self.reading, length - len(received))
            if not piece:
                raise SystemExit(0)  # Quarry is gone: so are we, and the container with us
            received += piece
        return bytes(received)

    def _write(self, data):
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self.writing, view) :]
        except BrokenPipeError:
            raise SystemExit(0) from None
