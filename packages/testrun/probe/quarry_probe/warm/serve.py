"""The warm process: imports, forks once for each test file, and stops where a fork would no longer be worth a process."""

import gc
import json
import os
import sys

from ..records import take_standard_output
from .child import Child
from .leftovers import Leftovers
from .preload import Unfit, preload
from .sources import compile_ahead

_PR_SET_CHILD_SUBREAPER = 36
#: Beside the home and temporary directories: where any user may write on an ordinary system.
_SHARED = ("/dev/shm", "/dev/mqueue", "/var/tmp")


def serve(testbed, run_file):
    """Serves the order on standard input; `run_file(path)` runs a test file in this process and leaves it."""
    order = json.load(sys.stdin)
    writer = take_standard_output()
    try:
        _become_subreaper()
        preload(order["modules"], testbed)
        compile_ahead(os.path.join(testbed, path) for path in order["sources"])
    except Unfit as unfit:
        writer.write("unfit", module=unfit.module, why=str(unfit))
        return
    scratch = {os.environ.get("HOME"), os.environ.get("TMPDIR", "/tmp")} - {None, testbed}
    leftovers = Leftovers(testbed, sorted(scratch), _SHARED)
    gc.collect()
    if hasattr(gc, "freeze"):
        gc.freeze()  # the collector would copy all the memory that the forks share
    for path in order["files"]:
        _serve_file(path, order["file_seconds"], run_file, writer)
        left = leftovers.clear()
        if left is not None:
            writer.write("dirty", path=path, left=left)
            return
    writer.write("done")


def _become_subreaper():
    try:
        import ctypes

        refused = ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        refused = True
    if refused:
        raise Unfit(None, "it can't have the orphans of its children")


def _serve_file(path, seconds, run_file, writer):
    child = Child(lambda: run_file(path), writer.descriptors)
    ending = child.wait(seconds)
    writer.write("ran", path=path, bytes=len(child.stdout), **ending)
    writer.write_raw(bytes(child.stdout))
