"""Compiles the tracer's accelerator for the Python that runs this: `python quarry_build_accelerator.py DIRECTORY`.

Prints the path of what it made. Exit status 1, with the reason, where there is no compiler or there are no headers, or
the interpreter is none that it knows; everything works without it, only slower.
"""

import os
import shlex
import subprocess
import sys
import sysconfig

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "quarry_accelerator.c")


def build(directory):
    """The path of the compiled module, or raises RuntimeError with the reason why there is none."""
    include = sysconfig.get_path("include")
    if not os.path.isfile(os.path.join(include, "Python.h")):
        raise RuntimeError("no Python.h in %s: install this Python's development files" % include)
    path = os.path.join(directory, "quarry_accelerator" + sysconfig.get_config_var("EXT_SUFFIX"))
    partial = "%s.%d" % (path, os.getpid())
    compiler = shlex.split(os.environ.get("CC", "")) or ["cc"]
    command = compiler + ["-O2", "-Wall", "-Werror=implicit-function-declaration", "-fPIC", "-shared", "-I", include, "-I", sysconfig.get_path("platinclude")]
    try:
        made = subprocess.run(command + ["-o", partial, SOURCE], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except OSError as error:
        raise RuntimeError("no compiler: %s" % error)
    if made.returncode != 0:
        raise RuntimeError("%s\n%s" % (" ".join(command), made.stdout.decode("utf-8", "replace")))
    os.replace(partial, path)
    return path


if __name__ == "__main__":
    try:
        print(build(sys.argv[1]))
    except RuntimeError as reason:
        sys.exit(str(reason))
