"""From the command line to pytest and back to an exit status."""

import argparse
import os
import sys
import traceback

from . import PROTOCOL
from .records import take_standard_output


def main(arguments):
    options = _parse(arguments)
    if not options.warm:
        run(options)
    from .warm.serve import serve

    def run_file(path):
        options.pytest.append(path)
        run(options)

    serve(options.testbed, run_file)


def run(options):
    """Never returns: leaves at once when pytest is done, so that what tests left running can't change the status."""
    writer = take_standard_output()
    leave = os._exit  # as it is before any test can patch it
    writer.write("open", protocol=PROTOCOL, mode=options.mode, python=sys.version.split()[0])
    status = _run(options, writer)
    writer.write("close", exit=status, records=writer.count)
    for name in ("stdout", "stderr"):
        try:
            getattr(sys, name).flush()
        except BaseException:
            pass  # a test closed, replaced or deleted it
    leave(status)


def _run(options, writer):
    trace = None
    if options.mode == "trace":
        # Before pytest is imported: it may import the very code that is to be traced.
        from .tracing.session import TraceSession

        trace = TraceSession(writer, options.testbed, options.tracer, options.accelerator)
        writer.write("tracer", name=trace.tracer)
    try:
        import pytest

        from .plugin import ProbePlugin

        plugin = ProbePlugin(writer, options.testbed, options.mode, options.point_seconds, trace)
        status = int(pytest.main(options.pytest, plugins=[plugin]))
    except BaseException:
        # pytest stands on distributions that may themselves be under test, and it raises where the project's own
        # configuration names a warning of a module that is not there.
        traceback.print_exc()
        return 4
    if trace:
        trace.close()
    return status


def _parse(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", choices=("collect", "run", "trace"), required=True)
    parser.add_argument("--testbed", required=True)
    parser.add_argument("--tracer", choices=("auto", "python", "monitoring", "settrace"), default="auto")
    parser.add_argument("--accelerator", help="path of the compiled accelerator")
    parser.add_argument("--warm", action="store_true", help="one fork for each file of the order on standard input")
    parser.add_argument("--point-seconds", type=float, default=0)
    parser.add_argument("pytest", nargs="*", help="behind `--`: what pytest gets")
    return parser.parse_args(arguments)
