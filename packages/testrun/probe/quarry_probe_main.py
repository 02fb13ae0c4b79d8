"""Runs pytest on a testbed and reports what happened as JSON lines on the standard output that it was given."""

import os
import sys

tools = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or os.getcwd()) != tools]
sys.path.insert(0, tools)
from quarry_probe import launch  # noqa: E402

del sys.path[0]  # the tests see the sys.path that they would see without the probe
launch.main(sys.argv[1:])
