"""The tracer on the interpreter that runs these tests: its meaning is the same in every version of Python."""

import json
import os
import subprocess
import sys
import textwrap

import pytest

PROBE = os.path.join(os.path.dirname(__file__), "..", "..", "..", "packages", "testrun", "probe")

MODULE = """
def two():
    yield inner()
    yield 2

async def coroutine():
    await pause()
    await pause()

async def pause():
    import asyncio
    await asyncio.sleep(0)

async def numbers():
    yield inner()
    yield 2

async def consume():
    return [number async for number in numbers()]

def inner():
    return 1

def outer():
    return (lambda: inner())()

class Base:
    def __new__(cls):
        return super().__new__(cls)

    def method(self):
        return inner()

class Child(Base):
    @classmethod
    def make(cls):
        return cls()

class Meta(type):
    def __call__(cls):
        return super().__call__()

class Made(metaclass=Meta):
    pass

class Guarded:
    def __getattribute__(self, name):
        raise RuntimeError("looked at")

class Error(Exception):
    def __init__(self):
        super().__init__("text")

class Cycle:
    def __init__(self):
        self.itself = self

    def __del__(self):
        inner()
"""

# Runs one expression under the tracer and prints what it executed and called.
DRIVER = """
import asyncio, json, os, sys
sys.path[:0] = [os.getcwd(), {probe!r}, {tests!r}]
from list_writer import ListWriter
del __file__  # of the testbed, but nothing that was imported before the tracer
from quarry_probe.tracing.session import TraceSession

class Item:
    pass

def go():
    {body}

writer = ListWriter()
{before}
session = TraceSession(writer, os.getcwd(), {tracer!r})
import mod
session.collected()
session.begin_point()
go()
session.before_teardown(Item)
session.end_point("point")
session.close()
sys.settrace(None)
rows = [row for record in writer.records if record["record"] == "codes" for row in record["rows"]]
def name(index):
    return rows[index][2]
trace = [record for record in writer.records if record["record"] == "trace"][0]
edges = [pair for record in writer.records if record["record"] == "edges" for pair in record["rows"]]
calls = [edges[number] for number in trace["calls"]]
print(json.dumps({{
    "executed": sorted(name(i) for i in trace["executed"] if rows[i][0] == "mod.py"),
    "calls": sorted("%s %s" % (name(a), name(b)) for a, b in calls if rows[b][0] == "mod.py"),
    "incomplete": trace["incomplete"],
}}))
"""


def traced(tmp_path, body, tracer="auto", before=""):
    (tmp_path / "mod.py").write_text(textwrap.dedent(MODULE))
    places = {"probe": os.path.abspath(PROBE), "tests": os.path.dirname(os.path.abspath(__file__))}
    driver = DRIVER.format(body=body, tracer=tracer, before=before, **places)
    (tmp_path / "driver.py").write_text(driver)
    output = subprocess.check_output([sys.executable, "driver.py"], cwd=str(tmp_path))
    return json.loads(output.decode("ascii"))


@pytest.mark.parametrize(
    "body, executed, calls",
    [
        ("list(mod.two())", ["inner", "two"], ["go two", "two inner"]),
        ("asyncio.run(mod.coroutine())", ["coroutine", "pause"], ["coroutine pause", "go coroutine"]),
        ("mod.outer()", ["<lambda>", "inner", "outer"], ["<lambda> inner", "go outer", "outer <lambda>"]),
        ("mod.Base()", ["Base", "__new__"], ["go Base", "go __new__"]),
        (
            "mod.Child.make()",
            ["Base", "Child", "__new__", "make"],
            ["Child Base", "go make", "make Child", "make __new__"],
        ),
        ("mod.Made()", ["Meta", "__call__"], ["go __call__"]),
        ("mod.Error()", ["Error", "__init__"], ["go Error", "go __init__"]),
        ("sorted([2, 1], key=lambda n: mod.inner())", ["inner"], ["<lambda> inner"]),
        ("mod.Guarded()", [], []),
    ],
    ids=["generator", "coroutine", "lambda", "new", "classmethod", "metaclass", "exception", "callback", "guarded"],
)
def test_what_runs_and_who_called_it(tmp_path, body, executed, calls):
    assert traced(tmp_path, body) == {"executed": executed, "calls": calls, "incomplete": False}


def test_a_finalizer_is_not_told_of_the_point_in_which_the_collector_happens_to_run(tmp_path):
    enough_for_the_collector = "mod.Cycle(); [[[]] for _ in range(100000)]"
    assert traced(tmp_path, enough_for_the_collector)["executed"] == ["Cycle", "__init__"]


def test_an_asynchronous_generator_counts_once(tmp_path):
    result = traced(tmp_path, "asyncio.run(mod.consume())")
    assert [name for name in result["executed"] if name != "<listcomp>"] == ["consume", "inner", "numbers"]
    assert "numbers inner" in result["calls"]


def test_methods_are_found_without_running_code_of_the_class(tmp_path):
    result = traced(tmp_path, "\n    ".join(["try:", "    mod.Guarded().x", "except RuntimeError:", "    pass"]))
    assert result == {
        "executed": ["Guarded", "__getattribute__"],
        "calls": ["go __getattribute__"],
        "incomplete": False,
    }


@pytest.mark.parametrize(
    "body",
    ["__import__('subprocess').call([sys.executable, '-I', '-c', ''])", "os.system('true')"],
    ids=["subprocess", "system"],
)
def test_what_the_tracer_can_not_follow_is_said(tmp_path, body):
    assert traced(tmp_path, body)["incomplete"] is True


def test_settrace_ends_what_hears_by_settrace(tmp_path):
    assert traced(tmp_path, "sys.settrace(None)", tracer="settrace")["incomplete"] is True


@pytest.mark.skipif(sys.version_info < (3, 12), reason="no sys.monitoring")
def test_settrace_does_not_end_what_hears_by_monitoring(tmp_path):
    result = traced(tmp_path, "sys.settrace(None); mod.inner()", tracer="monitoring")
    assert result == {"executed": ["inner"], "calls": ["go inner"], "incomplete": False}


@pytest.mark.skipif(sys.version_info < (3, 12), reason="no sys.monitoring")
@pytest.mark.parametrize(
    "end",
    [
        "sys.monitoring.free_tool_id(tool)",
        "sys.monitoring.set_events(tool, 0)",
        "sys.monitoring.register_callback(tool, sys.monitoring.events.PY_START, None)",
    ],
    ids=["freed", "no events", "no callback"],
)
def test_another_user_of_its_tool_is_noticed(tmp_path, end):
    find = "tool = [tool for tool in range(6) if sys.monitoring.get_tool(tool) == 'quarry'][0]; "
    assert traced(tmp_path, find + end, tracer="monitoring")["incomplete"] is True


@pytest.mark.skipif(sys.version_info < (3, 12), reason="no sys.monitoring")
def test_without_a_free_tool_it_hears_by_settrace(tmp_path):
    take_all = "[sys.monitoring.use_tool_id(tool, 'other') for tool in range(6)]"
    result = traced(tmp_path, "mod.inner()", before=take_all)
    assert result == {"executed": ["inner"], "calls": ["go inner"], "incomplete": False}
