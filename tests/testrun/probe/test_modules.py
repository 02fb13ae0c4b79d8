"""What is asked of imported modules, without touching those that import lazily."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import types

import pytest
from quarry_probe import modules
from traced_suite import LAUNCHER


@pytest.fixture
def add_module(monkeypatch):
    def add(name, module):
        monkeypatch.setitem(sys.modules, name, module)

    return add


def test_a_module_that_imports_lazily_is_not_loaded(tmp_path, add_module):
    (tmp_path / "lazy.py").write_text("raise RuntimeError\n")
    spec = importlib.util.spec_from_file_location("lazy", str(tmp_path / "lazy.py"))
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    add_module("lazy", module)
    assert list(modules.imported_files(str(tmp_path))) == ["lazy.py"]
    assert modules.sources(str(tmp_path)) == ["lazy.py"]


class Junk:
    def __getattr__(self, name):
        raise SystemExit(name)


def test_what_is_no_module_does_no_harm(tmp_path, add_module):
    named = types.ModuleType("named")
    named.__file__ = named.__name__ = 1
    for name, module in (("none", None), ("junk", Junk()), ("named", named)):
        add_module(name, module)
    assert list(modules.imported_files(str(tmp_path))) == []
    assert not {"none", "junk", "named"} & set(modules.foreign(str(tmp_path)))


def test_a_compiled_module_is_told_by_the_source_that_it_shadows(tmp_path):
    import _json

    compiled = getattr(_json, "__file__", None)
    if compiled is None:
        pytest.skip("built in")
    testbed = os.path.realpath(str(tmp_path))
    os.mkdir(os.path.join(testbed, "pkg"))
    for path, text in (
        ("pkg/__init__.py", ""),
        ("pkg/_json.py", "raise RuntimeError\n"),
        ("test_shadowed.py", "from pkg import _json\n\n\ndef test_it():\n    assert _json.scanstring\n"),
    ):
        with open(os.path.join(testbed, path), "w") as file:
            file.write(text)
    shutil.copy(compiled, os.path.join(testbed, "pkg"))
    command = [sys.executable, LAUNCHER, "--mode=collect", "--testbed=" + testbed, "--", "-q", "--collect-only"]
    environment = dict(os.environ, PYTHONPATH=testbed)
    run = subprocess.run(command + ["test_shadowed.py"], cwd=testbed, env=environment, stdout=subprocess.PIPE)
    records = [json.loads(line) for line in run.stdout.splitlines()]
    assert [record["shadowed"] for record in records if record["record"] == "collected"] == [["pkg/_json.py"]]
