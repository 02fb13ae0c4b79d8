"""
A pytest plugin: the tracer that the others are measured against. `sys.setprofile` for every call, and nothing remembered
from one to the next. Slow, and too simple to be wrong. Writes, for each test point, the code that ran and the calls from
the nearest repository frame. A generator counts at each resumption, and what a fixture of a wider scope does for the point
in which it is set up. `suspending` are the generators and coroutines.
"""

import inspect
import json
import os
import sys
import threading

import pytest

TESTBED = os.getcwd() + os.sep
SUSPENDING_FLAGS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class Point:
    def __init__(self):
        self.nodes = set()
        self.edges = set()


points = {}
suspending = set()
current = Point()


def in_repository(frame):
    name = frame.f_code.co_filename
    return name.startswith(TESTBED) and name.endswith(".py")


def row_of(frame):
    code = frame.f_code
    return code.co_filename[len(TESTBED) :], code.co_firstlineno, code.co_name


def profile(frame, event, _argument):
    if event != "call" or not in_repository(frame):
        return
    current.nodes.add(row_of(frame))
    if frame.f_code.co_flags & SUSPENDING_FLAGS:
        suspending.add(row_of(frame))
    caller = frame.f_back
    while caller is not None and not in_repository(caller):
        caller = caller.f_back
    if caller is not None:
        current.edges.add((row_of(caller), row_of(frame)))


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item):
    global current
    outer, current = current, points.setdefault(item.nodeid, Point())
    sys.setprofile(profile)  # a test may have ended it
    yield
    current = outer


def pytest_configure():
    threading.setprofile(profile)
    sys.setprofile(profile)


def pytest_unconfigure():
    sys.setprofile(None)
    written = {name: {"nodes": sorted(point.nodes), "edges": sorted(point.edges)} for name, point in points.items()}
    with open(os.environ["REFERENCE_OUT"], "w") as file:
        json.dump({"points": written, "suspending": sorted(suspending)}, file)
