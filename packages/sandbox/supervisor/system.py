"""The few system calls that Python's standard library has no function for."""

import ctypes
import os
import sys

LINUX = sys.platform.startswith("linux")

MS_RDONLY = 1
MS_NOSUID = 2
MS_NODEV = 4
MS_NOEXEC = 8
MS_REMOUNT = 32
MS_NOATIME = 1024
MS_NODIRATIME = 2048
MS_BIND = 4096
MS_REC = 16384
MS_RELATIME = 1 << 21
MNT_DETACH = 2

CLONE_NEWUSER = 0x10000000

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38

_libc = ctypes.CDLL(None, use_errno=True)


def _check(result, name):
    if result != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), name)


def mount(source, target, kind, flags=0, options=None):
    encoded = [None if text is None else os.fsencode(text) for text in (source, target, kind, options)]
    result = _libc.mount(encoded[0], encoded[1], encoded[2], ctypes.c_ulong(flags), encoded[3])
    _check(result, target)


def detach(target):
    _check(_libc.umount2(os.fsencode(target), MNT_DETACH), target)


def pivot_into_current_directory():
    _check(_libc.pivot_root(b".", b"."), "pivot_root")
    detach(".")
    os.chdir("/")


def unshare(flags):
    _check(_libc.unshare(flags), "unshare")


def prctl(option, value):
    """Does nothing outside Linux, where none of the options exist."""
    if LINUX:
        arguments = [ctypes.c_ulong(number) for number in (value, 0, 0, 0)]
        _check(_libc.prctl(option, *arguments), "prctl %d" % option)
