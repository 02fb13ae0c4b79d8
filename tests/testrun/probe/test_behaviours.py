"""Every way in which Python comes to run code, under every Python at hand and by every way of hearing of calls."""

import json
import os

import pytest
from interpreters import interpreters, version
from traced_suite import trace_suite

SUITE = os.path.join(os.path.dirname(__file__), "..", "..", "fixtures", "behaviours")

with open(os.path.join(SUITE, "expected.json")) as file:
    EXPECTED = json.load(file)


def tracers(python):
    return ["settrace", "monitoring"] if version(python) >= (3, 12) else ["settrace"]


CASES = [
    pytest.param(python, tracer, id="%d.%d-%s" % (version(python) + (tracer,)))
    for python in interpreters()
    for tracer in tracers(python)
]


@pytest.mark.parametrize("python, tracer", CASES)
def test_every_behaviour(python, tracer, tmp_path):
    traced = trace_suite(python, SUITE, tmp_path, tracer)
    # A test is among its own nodes without saying.
    for point, nodes in traced["nodes"].items():
        traced["nodes"][point] = [node for node in nodes if not node.endswith("." + point.split("[")[0])]
    assert traced == {
        "tracer": tracer,
        "edges": sorted(EXPECTED["edges"] + EXPECTED["class_and_module_edges"]),
        "import_edges": EXPECTED["import_edges"],
        "nodes": EXPECTED["nodes"],
        "incomplete": sorted(EXPECTED["incomplete"]),
    }
