"""Bounded output: of stdout the beginning is passed on, of stderr the end."""

import os
from collections import deque


class Head:
    def __init__(self, descriptor, limit):
        self.descriptor = descriptor
        self.left = limit
        self.passed_limit = False

    def take(self, chunk):
        kept = chunk[: self.left]
        self.passed_limit = self.passed_limit or len(kept) < len(chunk)
        self.left -= len(kept)
        _write_all(self.descriptor, kept)

    def finish(self):
        pass


class Tail:
    def __init__(self, descriptor, limit):
        self.descriptor = descriptor
        self.limit = limit
        self.held = 0
        self.chunks = deque()
        self.passed_limit = False

    def take(self, chunk):
        self.chunks.append(chunk)
        self.held += len(chunk)
        self.passed_limit = self.passed_limit or self.held > self.limit
        while self.chunks and self.held - len(self.chunks[0]) >= self.limit:
            self.held -= len(self.chunks.popleft())

    def finish(self):
        kept = b"".join(self.chunks)
        _write_all(self.descriptor, kept[max(0, len(kept) - self.limit) :])
        self.chunks.clear()


def _write_all(descriptor, data):
    view = memoryview(data)
    try:
        while view:
            view = view[os.write(descriptor, view) :]
    except BrokenPipeError:
        pass  # Quarry is gone; the channel says so too, and everything ends
