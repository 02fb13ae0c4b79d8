"""A command's standard input, all of it in a file of its own, so that a command that doesn't read it holds up nobody."""

import os


def pieces_of(descriptor):
    while True:
        piece = os.read(descriptor, 1 << 20)
        if not piece:
            return
        yield piece


def hold(pieces):
    """A descriptor at the start of everything that comes; /dev/null when nothing does."""
    descriptor = None
    for piece in pieces:
        if descriptor is None:
            descriptor = _new_file()
        view = memoryview(piece)
        while view:
            view = view[os.write(descriptor, view) :]
    if descriptor is None:
        return os.open(os.devnull, os.O_RDONLY)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _new_file():
    if hasattr(os, "memfd_create"):
        return os.memfd_create("stdin", os.MFD_CLOEXEC)
    import tempfile  # slow to import, and Linux doesn't need it

    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
