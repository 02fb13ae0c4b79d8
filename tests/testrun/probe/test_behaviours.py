"""Every way in which Python comes to run code, under every Python at hand and by every way of hearing of calls."""

import json
import os

import pytest
from accelerators import accelerator
from interpreters import interpreters, version
from traced_suite import trace_suite

SUITE = os.path.join(os.path.dirname(__file__), "..", "..", "fixtures", "behaviours")

with open(os.path.join(SUITE, "expected.json")) as file:
    EXPECTED = json.load(file)


def ways(python):
    """Names of back ends, with the options that choose them."""
    yield "settrace", ["--tracer=settrace"]
    if version(python) >= (3, 12):
        yield "monitoring", ["--tracer=monitoring"]
    compiled = accelerator(python)
    if compiled is not None:
        yield ("monitoring-c" if version(python) >= (3, 12) else "frames-c"), ["--accelerator=" + compiled]


CASES = [
    pytest.param(python, tracer, options, id="%d.%d-%s" % (version(python) + (tracer,)))
    for python in interpreters()
    for tracer, options in ways(python)
]


@pytest.mark.parametrize("python, tracer, options", CASES)
def test_every_behaviour(python, tracer, options, tmp_path):
    traced = trace_suite(python, SUITE, tmp_path, *options)
    # A test is among its own nodes without saying.
    for point, place in traced["points"].items():
        own = "." + point.split("[")[0].replace("::", ".")
        place["nodes"] = [node for node in place["nodes"] if not node.endswith(own)]
    assert traced == {
        "tracer": tracer,
        "points": EXPECTED["points"],
        "imports": EXPECTED["imports"],
        "between": EXPECTED["between"],
        "incomplete": sorted(EXPECTED["incomplete"]),
    }
