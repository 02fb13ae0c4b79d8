"""Generators and coroutines have a call event at every resumption; they count at their first start."""

import dis
import inspect

_SUSPENDING = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def first_start_offsets(code):
    """Values of `f_lasti` at the first start; None when every call event is a start.

    Up to 3.10 nothing has run at that moment. 3.11 has stopped behind RETURN_GENERATOR (and has an event of its own
    for the creation, which is no start); from 3.12 on the event belongs to the first RESUME.
    """
    if not code.co_flags & _SUSPENDING:
        return None
    offsets = set()
    for instruction in dis.get_instructions(code):
        if instruction.opname == "RETURN_GENERATOR":
            offsets.add(instruction.offset)
        elif instruction.opname == "RESUME" and instruction.arg is not None and instruction.arg & 3 == 0:
            offsets.add(instruction.offset)
    return frozenset(offsets) or frozenset((-1,))
