"""What a child process gets in its environment, so that its Python traces itself, and takes out again at its start."""

import json
import os

VARIABLE = "QUARRY_TRACE"
_encode = json.JSONEncoder().encode  # tests patch `json.dumps`
_CHILD = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "child"))


def with_tracing(environment, **order):
    """A copy of a mapping of bytes with what the child's `sitecustomize` needs."""
    path = environment.get(b"PYTHONPATH")
    order["python_path"] = None if path is None else os.fsdecode(path)
    changed = dict(environment)
    changed[VARIABLE.encode("ascii")] = _encode(order).encode("ascii")
    changed[b"PYTHONPATH"] = os.fsencode(_CHILD) + (os.fsencode(os.pathsep) + path if path else b"")
    return changed


def as_bytes(environment):
    return {os.fsencode(name): os.fsencode(value) for name, value in environment.items()}


def take_order(environment):
    """The order, out of `os.environ`, which then is as the parent meant it to be; None without one."""
    text = environment.pop(VARIABLE, None)
    if text is None:
        return None
    order = json.loads(text)
    if order["python_path"] is None:
        environment.pop("PYTHONPATH", None)
    else:
        environment["PYTHONPATH"] = order["python_path"]
    return order
