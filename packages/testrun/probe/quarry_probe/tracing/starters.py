"""Wraps what starts other processes. By wrappers, not by an audit hook: it would hear every look at a frame's code."""

import _posixsubprocess
import functools
import os
import subprocess

from .environment import as_bytes


def follow_processes(order_environment, lose):
    """
    `order_environment(environment, command)` gives the environment that the new process is to get, as bytes; `lose` is
    called where what is to be started is not understood (and may well be refused).
    """

    def wrap(module, name, rewritten):
        original = getattr(module, name, None)
        if original is None:
            return

        @functools.wraps(original)
        def starting(*arguments, **options):
            try:
                changed = rewritten(order_environment, *arguments)
            except Exception:
                lose()
                changed = arguments
            return original(*changed, **options)

        setattr(module, name, starting)

    for module, name in ((_posixsubprocess, "fork_exec"), (subprocess, "_fork_exec")):
        wrap(module, name, _with_lines)
    for name in ("posix_spawn", "posix_spawnp", "execve"):
        wrap(os, name, _with_mapping)
    _wrap_execv(os.execve)
    _wrap_system(order_environment)


def _with_lines(order, args, executables, close_fds, pass_fds, cwd, environment, *rest):
    entries = as_bytes(os.environ) if environment is None else dict(entry.split(b"=", 1) for entry in environment)
    lines = [name + b"=" + value for name, value in order(entries, args).items()]
    return (args, executables, close_fds, pass_fds, cwd, lines) + rest


def _with_mapping(order, path, argv, environment):
    entries = as_bytes(os.environ if environment is None else environment)
    return path, argv, order(entries, argv)


def _wrap_execv(execve):
    @functools.wraps(os.execv)
    def execv(path, argv):
        return execve(path, argv, os.environ)

    os.execv = execv


def _wrap_system(order):
    original = os.system

    @functools.wraps(original)
    def system(command):
        before = as_bytes(os.environ)
        after = order(before, [command])
        changed = [name for name in after if after[name] != before.get(name)]
        for name in changed:
            os.putenv(name, after[name])
        try:
            return original(command)
        finally:
            for name in changed:
                if name in before:
                    os.putenv(name, before[name])
                else:
                    os.unsetenv(name)

    os.system = system
