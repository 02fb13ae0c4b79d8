"""The accelerator for each Python at hand, compiled once where it can be."""

import functools
import os
import subprocess
import tempfile

PROBE = os.path.join(os.path.dirname(__file__), "..", "..", "..", "packages", "testrun", "probe")
BUILD = os.path.abspath(os.path.join(PROBE, "quarry_build_accelerator.py"))


@functools.lru_cache(maxsize=None)
def accelerator(python):
    """Its path, or None."""
    directory = tempfile.mkdtemp(prefix="quarry-accelerator-")
    made = subprocess.run([python, BUILD, directory], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return made.stdout.decode().strip() if made.returncode == 0 else None
