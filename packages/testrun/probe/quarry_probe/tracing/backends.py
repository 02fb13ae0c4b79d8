"""Ways of hearing of calls. All of them note the same; they differ in what they cost.

Each has a `name`, `start()`, `stop()`, `begin_thread()` (in a thread that `threading` doesn't know) and
`restart_if_lost()` (whether it had been ended or replaced).
"""

import sys

from .settrace import SettraceBackEnd



def open_back_end(choice, notes):
    if choice == "settrace" or sys.version_info < (3, 12):
        if choice == "monitoring":
            raise SystemExit("--tracer=monitoring needs Python 3.12 or later; leave it out")
        return SettraceBackEnd(notes)
    from .monitoring import MonitoringBackEnd

    try:
        return MonitoringBackEnd(notes)
    except LookupError:
        return SettraceBackEnd(notes)
