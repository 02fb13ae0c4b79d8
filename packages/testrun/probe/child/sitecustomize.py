"""Python imports this at its start in processes that a traced test starts: they trace themselves."""

import os
import sys

directory = os.path.dirname(os.path.abspath(__file__))
# Not by `abspath`, which asks where it is, and that may be nowhere: in a directory that was deleted.
sys.path[:] = [entry for entry in sys.path if os.path.normpath(entry) != directory]


def _trace():
    tools = os.path.dirname(directory)
    sys.path.insert(0, tools)
    try:
        from quarry_probe.tracing.environment import take_order

        order = take_order(os.environ)
        if order is not None:
            from quarry_probe.tracing.processes import trace_this_child

            trace_this_child(order)
    except Exception:
        pass  # the parent misses its word, and says that it doesn't know all
    finally:
        sys.path.remove(tools)


if sys.version_info >= (3, 8):
    _trace()

# The environment's own one, which this one stood before.
_own = sys.modules.pop("sitecustomize")
try:
    import sitecustomize  # noqa: F401
except ImportError:
    sys.modules["sitecustomize"] = _own
