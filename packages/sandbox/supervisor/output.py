"""Bounded output: of stdout the beginning is passed on, of stderr the end."""

from collections import deque


class Head:
    def __init__(self, pass_on, limit):
        self.pass_on = pass_on
        self.left = limit
        self.passed_limit = False

    def take(self, chunk):
        kept = chunk[: self.left]
        self.passed_limit = self.passed_limit or len(kept) < len(chunk)
        self.left -= len(kept)
        self.pass_on(kept)

    def finish(self):
        pass


class Tail:
    def __init__(self, pass_on, limit):
        self.pass_on = pass_on
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
        """Piece by piece: all of it twice in memory may be more than the command was given."""
        too_much = max(0, self.held - self.limit)
        while self.chunks:
            self.pass_on(self.chunks.popleft()[too_much:])
            too_much = 0

