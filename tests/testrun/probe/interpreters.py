"""The Pythons to try: QUARRY_TEST_PYTHONS (paths, separated as in PATH), else those on PATH that have pytest."""

import os
import shutil
import subprocess
import sys


def interpreters():
    named = [path for path in os.environ.get("QUARRY_TEST_PYTHONS", "").split(os.pathsep) if path]
    if named:
        return named
    found = [shutil.which("python3.%d" % minor) for minor in range(8, 15)]
    return [sys.executable] + [python for python in found if python and _is_another_with_pytest(python)]


def version(python):
    output = _ask(python, "import sys; print('%d %d' % sys.version_info[:2])")
    return tuple(map(int, output.split()))


def _is_another_with_pytest(python):
    if os.path.realpath(python) == os.path.realpath(sys.executable):
        return False
    return subprocess.call([python, "-c", "import pytest"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0


def _ask(python, code):
    return subprocess.check_output([python, "-c", code]).decode("ascii")
