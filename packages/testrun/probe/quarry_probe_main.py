"""Runs pytest on a testbed and reports what happened as JSON lines on the standard output that it was given."""

import os
import sys

# Not where a test's child process imports its parent's main module, as multiprocessing does.
if __name__ == "__main__":
    tools = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or os.getcwd()) != tools]
    sys.path.insert(0, tools)
    from quarry_probe import launch

    del sys.path[0]  # the tests see the sys.path that they would see without the probe
    launch.main(sys.argv[1:])
