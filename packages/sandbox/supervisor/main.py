"""Runs one foreign command within limits, and says how it ended.

Standard library only, Python 3.8 and later. File descriptor 3 is a two-way channel to Quarry: one JSON
line comes in (the specification), one goes out (the record). When its other end closes, everything here ends.
File descriptor 0 holds all of the command's standard input; 1 and 2 carry its bounded output.
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import groups
import launch
import stdin
import watch
from steps import StepFailed

CHANNEL = 3


def read_specification():
    received = bytearray()
    while not received.endswith(b"\n"):
        chunk = os.read(CHANNEL, 65536)
        if not chunk:
            raise SystemExit(0)  # Quarry went away before it asked for anything
        received += chunk
    return json.loads(received)


def report(record):
    try:
        os.write(CHANNEL, json.dumps(record).encode() + b"\n")
    except OSError:
        pass  # nobody is left to hear it


def prepare(spec):
    """Makes the place where the command runs, and returns its control groups."""
    joined = groups.create(spec["groups"], spec["limits"])
    if spec["isolation"] == "namespaces":
        import root  # each of the two is imported only where it is used: that saves milliseconds

        root.build(spec)
    else:
        import copies

        copies.lay(spec)
    return joined


def writer_to(descriptor):
    def write_all(data):
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(descriptor, view) :]
        except BrokenPipeError:
            pass  # Quarry is gone; the channel says so too, and everything ends

    return write_all


def main():
    os.set_inheritable(CHANNEL, False)
    spec = read_specification()
    joined = None
    try:
        joined = prepare(spec)
        started = launch.start(spec, joined, stdin.hold(stdin.pieces_of(0)))
        record = watch.until_the_end(spec, started, CHANNEL, (writer_to(1), writer_to(2)))
        record["oom"] = record["oom"] or joined.out_of_memory()
    except StepFailed as failure:
        record = {"error": str(failure)}
    finally:
        if joined is not None:
            joined.remove()
    report(record)


main()
