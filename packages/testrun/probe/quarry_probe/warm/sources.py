"""Compiles the repository's modules before the forks: each of them would do it again, since none may write byte code."""

import os
import warnings
from importlib.machinery import SourceFileLoader


def compile_ahead(paths):
    """From here on their import takes the code from memory, as long as the file is what it was."""
    compiled = {}
    for path in paths:
        state, code = _state(path), _compile(path)
        if code is not None:
            compiled[path] = (state, code)
    original = SourceFileLoader.get_code

    def get_code(self, fullname):
        # Loaders made from this one may give a module other code.
        known = compiled.get(self.path) if type(self) is SourceFileLoader else None
        if known is not None and known[0] == _state(self.path):
            return known[1]
        return original(self, fullname)

    SourceFileLoader.get_code = get_code


def _compile(path):
    """None for what can't be compiled without a word, which is for the one to hear who imports it."""
    try:
        with open(path, "rb") as file:
            text = file.read()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return compile(text, path, "exec", dont_inherit=True)
    except Exception:
        return None


def _state(path):
    try:
        about = os.stat(path)
    except OSError:
        return None
    return about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns
