"""The first process of a container. It serves one Quarry over one connection, and the container ends with that.

Standard library only, Python 3.8 and later. Frames (frames.py) come in at descriptor 0 and go out at 1: a
request, its data, and for each request one record. A command runs under a child of this process, in which the
watching of one command leaves nothing behind for the next.
"""

import os
import platform
import pwd
import sys

import as_new
import container
import frames
import launch
import laying
import stdin
import watch
from steps import StepFailed, step


def serve(connection):
    connection.record(greeting())
    while True:
        request = connection.request()
        try:
            record = ANSWERS[request["do"]](request, connection)
        except StepFailed as failure:
            record = {"error": str(failure)}
        connection.record(record)


def greeting():
    room = os.statvfs("/")
    return {
        "pid": os.getpid(),
        "python": platform.python_version(),
        "implementation": sys.implementation.name,
        "executable": os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable),
        "users": [[user.pw_name, user.pw_uid, user.pw_gid] for user in pwd.getpwall()],
        "free_bytes": room.f_bavail * room.f_frsize,
        "counts_kills": container.counts_kills(),
    }


def lay(request, connection):
    laying.lay(request["place"], connection.data(), request["add"])
    return {}


def listing(request, connection):
    return {"entries": laying.entries_below(_within(request))}


def pack(request, connection):
    laying.pack(_within(request), request["paths"], lambda data: connection.send(frames.PACKED, data))
    return {}


def _within(request):
    """The directory's real place; foreign code may have put a link in the way."""
    with step("find %s" % request["directory"]):
        top, real = os.path.realpath(request["top"]), os.path.realpath(request["directory"])
        if os.path.commonpath([top, real]) != top:
            raise OSError("it is a link that leads out of %s" % request["top"])
        return real


def run(request, connection):
    """Runs one command; afterwards the directories it could write to are as new, where the request names them."""
    held = stdin.hold(connection.data())
    before = container.Container()
    child = os.fork()
    if child == 0:
        _supervise(request["specification"], held, connection)
    os.close(held)
    _, status = os.waitpid(child, 0)
    if status != 0:
        connection.record(_without_supervisor(status, before))
    return {"left": as_new.make(request["clean"]) if request["clean"] is not None else None}


def _without_supervisor(status, before):
    """The supervisor shares the command's memory limit, and may be what the kernel ended for it."""
    try:
        if before.out_of_memory():
            return {"outcome": "killed-by-signal", "status": None, "signal": "SIGKILL", "truncated": True, "duration": 0, "oom": True}
    except StepFailed as failure:
        return {"error": str(failure)}
    return {"error": "the supervisor ended with wait status %d" % status}


def room(request, connection):
    free = os.statvfs("/")
    return {"free_bytes": free.f_bavail * free.f_frsize, "free_files": free.f_favail}


def _supervise(spec, held, connection):
    """Never returns: a forked child must not go on in its parent's loop."""
    try:
        joined = container.Container()
        started = launch.start(spec, joined, held)
        pass_on = [lambda data, kind=kind: connection.send(kind, data) for kind in (frames.STDOUT, frames.STDERR)]
        record = watch.until_the_end(spec, started, connection.reading, pass_on)
        record["oom"] = record["oom"] or joined.out_of_memory()
    except StepFailed as failure:
        record = {"error": str(failure)}
    except BaseException as error:  # noqa: B902 - told to Quarry instead
        record = {"error": "%s: %s" % (type(error).__name__, error)}
    try:
        connection.record(record)
    finally:
        os._exit(0)


ANSWERS = {"lay": lay, "list": listing, "pack": pack, "room": room, "run": run}

if __name__ == "__main__":
    serve(frames.Frames(0, 1))
