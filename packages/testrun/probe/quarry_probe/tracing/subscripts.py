"""
Early 3.11 enters a `__getitem__` that has run often without the frame evaluation hook, but only where the version of the
function fits 16 bits. Versions are given in turn, so once the small ones are used up, every call is heard.
"""

import sys

_SMALL = 0xFFFF
_FUNCTIONS = 64


def pass_by_the_hook():
    return (3, 11, 0) <= sys.version_info[:3] < (3, 11, 7)


def use_up_small_versions(version_of):
    """Whether they are. Takes some 30 ms. `version_of(function)` is 0 where it has none yet."""
    # A function gets its version when the place of its call is specialised: at the first call, in code that is warm.
    warm_up = "for _ in range(20): pass\n"
    calls = "(lambda: 0)()\n" * (_FUNCTIONS - 1)
    code = compile(warm_up + calls + "last = lambda: 0\nlast()\n", "<quarry>", "exec")
    for _ in range(2 * _SMALL // _FUNCTIONS):
        names = {}
        exec(code.replace(), names)  # a copy is cold again
        if version_of(names["last"]) >= _SMALL:
            return True
    return False
