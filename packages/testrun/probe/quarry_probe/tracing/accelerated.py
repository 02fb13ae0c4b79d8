"""Hears of calls by the compiled accelerator, which passes on what is new and leaves the rest out."""

import importlib.machinery
import importlib.util
import sys
import threading

from . import subscripts
from .codes import FOREIGN


def load_accelerator(path):
    """The module, or None where it was not compiled for exactly this interpreter."""
    if not path or not path.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES)):
        return None
    name = "quarry_accelerator"
    loader = importlib.machinery.ExtensionFileLoader(name, path)
    try:
        module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
        loader.exec_module(module)
    except ImportError:
        return None
    return module if module.compiled_for == sys.version.split()[0] else None


def open_accelerated(accelerator, notes):
    """LookupError where no tool id of `sys.monitoring` is free, or the hook would miss calls."""
    if sys.version_info >= (3, 12):
        from .monitoring import MonitoringBackEnd

        back_end = MonitoringBackEnd(notes, accelerator.on_start, accelerator.tell_loss)
        back_end.name = "monitoring-c"
        begin_module = notes.module_begins
    else:
        if subscripts.pass_by_the_hook() and not subscripts.use_up_small_versions(accelerator.version_of):
            raise LookupError("subscripts pass by the hook")
        back_end = FramesBackEnd(accelerator)

        def begin_module(code, names):
            if names.get("__name__") != "__main__":
                notes.scope.begin_module(notes.entry_of(code).index)

    def end_module(code):
        notes.scope.end_module(notes.entry_of(code).index)

    accelerator.set_up(
        _describer(notes),
        notes.note_call,
        begin_module,
        end_module,
        notes.scope.lose,
        getattr(getattr(sys, "monitoring", None), "DISABLE", None),
        threading.get_ident(),
    )
    notes.scope.moved = accelerator.forget
    return back_end


class FramesBackEnd:
    """The frame evaluation hook, up to Python 3.11."""

    name = "frames-c"

    def __init__(self, accelerator):
        self._install = accelerator.install
        self._tell_loss = accelerator.tell_loss

    def start(self):
        self._install(True)

    def stop(self):
        self._install(False)

    def begin_thread(self):
        """All threads are heard."""

    def restart_if_lost(self):
        self._tell_loss()
        return not self._install(True)


def _describer(notes):
    def describe(code):
        entry = notes.entry_of(code)
        if entry is FOREIGN:
            return None
        index = -1 if entry.index is None else entry.index
        start = min(entry.starts) if entry.starts else -1
        return entry, index, entry.first is not None, entry.is_module, start

    return describe
