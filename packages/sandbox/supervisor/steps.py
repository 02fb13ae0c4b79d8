"""Failures of the supervisor itself, told apart from those of the command."""

from contextlib import contextmanager


class StepFailed(Exception):
    """What could not be done, and what the system said."""


@contextmanager
def step(what):
    try:
        yield
    except OSError as error:
        raise StepFailed("cannot %s: %s" % (what, error)) from error
