"""Which back end is used, and that nothing but an accelerator for exactly this interpreter is."""

import os
import shutil
import subprocess
import sys

import pytest
from accelerators import BUILD, accelerator

DRIVER = """
import sys
sys.path.insert(0, {probe!r})
from quarry_probe.tracing.session import TraceSession

class Writer:
    def write(self, record, **fields):
        pass

session = TraceSession(Writer(), {probe!r}, {tracer!r}, {accelerator!r})
session.close()
print(session.tracer)
"""
PYTHON_ONE = "monitoring" if sys.version_info >= (3, 12) else "settrace"


def tracer_used(path, tracer="auto"):
    driver = DRIVER.format(probe=os.path.dirname(BUILD), tracer=tracer, accelerator=path)
    return subprocess.check_output([sys.executable, "-c", driver]).decode().strip()


@pytest.fixture
def compiled():
    path = accelerator(sys.executable)
    if path is None:
        pytest.skip("no compiler or no headers")
    return path


def test_it_is_used_where_it_fits_and_may_be(compiled):
    assert tracer_used(compiled) == ("monitoring-c" if sys.version_info >= (3, 12) else "frames-c")


@pytest.mark.parametrize("tracer", ["python", "settrace"])
def test_it_is_not_used_where_python_was_asked_for(compiled, tracer):
    assert tracer_used(compiled, tracer) == (PYTHON_ONE if tracer == "python" else "settrace")


def test_one_for_another_version_is_not_used(compiled, tmp_path):
    ours = sys.version.split()[0].encode()
    other = ours[:-1] + (b"0" if ours[-1:] != b"0" else b"1")
    path = str(tmp_path / os.path.basename(compiled))
    shutil.copy(compiled, path)
    with open(path, "r+b") as file:
        content = file.read()
        assert b"\0" + ours + b"\0" in content
        file.seek(0)
        file.write(content.replace(b"\0" + ours + b"\0", b"\0" + other + b"\0"))
    assert tracer_used(path) == PYTHON_ONE


def test_one_that_can_not_be_loaded_is_not_used(tmp_path):
    path = tmp_path / "quarry_accelerator.so"
    path.write_bytes(b"no library")
    assert tracer_used(str(path)) == PYTHON_ONE
    assert tracer_used(str(tmp_path / "missing.so")) == PYTHON_ONE


def test_without_a_compiler_the_build_says_so(tmp_path):
    environment = dict(os.environ, CC="no-such-compiler")
    made = subprocess.run(
        [sys.executable, BUILD, str(tmp_path)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert made.returncode == 1
    reasons = (b"no compiler", b"no Python.h")
    assert any(reason in made.stderr for reason in reasons)
    assert list(tmp_path.iterdir()) == []
