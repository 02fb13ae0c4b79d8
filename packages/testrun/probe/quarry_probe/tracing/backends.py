"""Ways of hearing of calls. All of them note the same; they differ in what they cost.

Each has a `name`, `start()`, `stop()`, `begin_thread()` (in a thread that `threading` doesn't know) and
`restart_if_lost()` (whether it had been ended or replaced).
"""

import sys

from .accelerated import load_accelerator, open_accelerated
from .settrace import SettraceBackEnd


def open_back_end(choice, accelerator, notes):
    """`accelerator`: path of the compiled one, or None; only `auto` uses it."""
    compiled = load_accelerator(accelerator) if choice == "auto" else None
    if choice == "monitoring" and sys.version_info < (3, 12):
        raise SystemExit("--tracer=monitoring needs Python 3.12 or later; leave it out")
    try:
        if compiled is not None:
            return open_accelerated(compiled, notes)
        if choice != "settrace" and sys.version_info >= (3, 12):
            from .monitoring import MonitoringBackEnd

            return MonitoringBackEnd(notes)
    except LookupError:
        pass
    return SettraceBackEnd(notes)
