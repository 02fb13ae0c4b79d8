"""When the garbage collector runs while calls are traced.

A finalizer or weak reference callback of the repository runs whenever the collector happens to, in whichever test point
that is, and another run would tell it of another point. So the collector has fixed turns, between points.
"""

import gc

#: Rare enough to cost little, often enough to bound what cycles keep in memory.
POINTS_PER_TURN = 50


class GarbageTurns:
    def __init__(self):
        self._points = 0

    def collected(self):
        """After collection: what is alive now stays alive, and need not be looked at again."""
        gc.collect()
        if hasattr(gc, "freeze"):
            gc.freeze()

    def before_point(self):
        """Between points. A test that switched the collector on switched it on for itself."""
        gc.disable()
        if self._points % POINTS_PER_TURN == 0:
            gc.collect()
        self._points += 1
