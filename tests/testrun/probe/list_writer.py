"""Keeps records in place of writing them; apart, so that it is no code of the testbed that is traced."""


class ListWriter:
    def __init__(self):
        self.records = []

    def write(self, record, **fields):
        self.records.append(dict(fields, record=record))
