"""What is imported before the forks: modules of others that the tests import anyway, and nothing of the repository."""

import importlib
import importlib.util
import os
import sys
import warnings

from ..modules import imported_files


class Unfit(Exception):
    """A fork of this process would not be what a process of its own is. `module`: the import that made it so."""

    def __init__(self, module, why):
        super().__init__(why)
        self.module = module


def preload(modules, testbed):
    """Imports what can be imported, in that order; Unfit when an import did more than that."""
    _import("pytest", testbed, ())
    rewritten = _rewritten_packages()
    for name in modules:
        package = name.partition(".")[0]
        if name not in sys.modules and package not in rewritten:
            _import(name, testbed, rewritten)


def _import(name, testbed, rewritten):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            importlib.import_module(name)
        except BaseException:
            # Made by a test, or for another place. What it did on the way is looked at all the same.
            sys.modules.pop(name, None)
    if next(imported_files(testbed), None):
        raise Unfit(name, "it imports the repository")
    if _threads() > 1:
        raise Unfit(name, "it starts a thread")
    if any(package in sys.modules for package in rewritten):
        raise Unfit(name, "it imports a plugin of pytest, which pytest rewrites as it imports it")


def _threads():
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        import threading

        return threading.active_count()


def _rewritten_packages():
    """Top-level modules of the distributions that hold plugins of pytest."""
    from importlib.metadata import distributions

    return {name for distribution in distributions() if _has_plugin(distribution) for name in _top_level(distribution)}


def _has_plugin(distribution):
    return any(entry.group == "pytest11" for entry in distribution.entry_points)


def _top_level(distribution):
    for file in distribution.files or ():
        if file.suffix == ".py" and not file.parts[0].endswith((".dist-info", ".egg-info")):
            yield file.parts[0] if len(file.parts) > 1 else file.stem
