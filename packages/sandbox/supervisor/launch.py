"""Starts the command as the ordinary user, with limits, in a session of its own."""

import os
import resource
import signal
import stat

import system
from steps import StepFailed, step

NOT_FOUND = 127
NOT_EXECUTABLE = 126


class Started:
    def __init__(self, pid, stdout, stderr):
        self.pid = pid
        self.stdout = stdout
        self.stderr = stderr


def start(spec, groups, stdin):
    """`stdin` is a descriptor, and is closed here."""
    system.prctl(system.PR_SET_CHILD_SUBREAPER, 1)
    stdout, command_stdout = os.pipe()
    stderr, command_stderr = os.pipe()
    for descriptor in (stdin, command_stdout, command_stderr):
        _give_to(spec["user"], descriptor)
    trouble, tell_trouble = os.pipe()
    pid = os.fork()
    if pid == 0:
        _become_the_command(spec, groups, (stdin, command_stdout, command_stderr), tell_trouble)
    for descriptor in (stdin, command_stdout, command_stderr, tell_trouble):
        os.close(descriptor)
    # A process of the same user must not reach into this one; after the fork, or the child could not map its user.
    system.prctl(system.PR_SET_DUMPABLE, 0)
    with os.fdopen(trouble, "rb") as pipe:
        message = pipe.read()
    if message:
        os.waitpid(pid, 0)
        raise StepFailed(message.decode())
    return Started(pid, stdout, stderr)


def _give_to(user, descriptor):
    """So that the command may open /dev/stdout and its like by name; /dev/null stays as it is."""
    if os.geteuid() == 0 and not stat.S_ISCHR(os.fstat(descriptor).st_mode):
        os.fchown(descriptor, user["inner_uid"], user["inner_gid"])


def _become_the_command(spec, groups, streams, tell_trouble):
    """Never returns. What fails before the command's own program runs is told through the pipe."""
    try:
        with step("put the command under its limits"):
            os.setsid()
            groups.join()
            if spec["isolation"] == "container":
                _write("/proc/self/oom_score_adj", "1000")  # the supervisor has the same memory limit, and must outlive it
            _limit(spec)
        with step("become the user %s" % spec["user"]["name"]):
            _change_user(spec["user"])
            system.prctl(system.PR_SET_NO_NEW_PRIVS, 1)
            system.prctl(system.PR_SET_PDEATHSIG, 9)
        os.umask(0o022)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)  # Python ignores these, and a program would inherit that
        for number, descriptor in enumerate(streams):
            os.dup2(descriptor, number)
        _execute(spec)
    except BaseException as error:  # noqa: B902 - a forked child must not unwind into the parent's code
        os.write(tell_trouble, str(error).encode() or b"unknown failure")
    os._exit(1)


def _limit(spec):
    limits = spec["limits"]
    hard = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: limits["diskBytes"],
        resource.RLIMIT_NOFILE: 4096,
    }
    if "memory" in spec["rlimits"]:
        hard[resource.RLIMIT_AS] = limits["memoryBytes"]
    if "processes" in spec["rlimits"]:
        hard[resource.RLIMIT_NPROC] = limits["processes"] + _running_already(spec)
    for kind, value in hard.items():
        ceiling = resource.getrlimit(kind)[1]
        value = value if ceiling == resource.RLIM_INFINITY else min(value, ceiling)
        try:
            resource.setrlimit(kind, (value, value))
        except ValueError:
            if system.LINUX:
                raise  # other systems refuse some limits; the host says so in its report


def _running_already(spec):
    """This limit counts all of a user's threads on the machine, save where a PID namespace hides them."""
    total = 0
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        try:
            if name.isdigit() and os.stat("/proc/" + name).st_uid == spec["user"]["uid"]:
                total += len(os.listdir("/proc/%s/task" % name))
        except OSError:
            continue  # it ended meanwhile
    return total


def _change_user(user):
    if user["change"] == "user-namespace":
        system.unshare(system.CLONE_NEWUSER)
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/gid_map", "%d 0 1" % user["gid"])
        _write("/proc/self/uid_map", "%d 0 1" % user["uid"])
    elif user["change"] == "setuid":
        os.setgroups([])
        os.setgid(user["gid"])
        os.setuid(user["uid"])


def _write(path, text):
    with open(path, "w") as file:
        file.write(text)


def _execute(spec):
    """A program that cannot be started is the command's failure: told as a shell tells it."""
    program = spec["argv"][0]
    try:
        os.chdir(spec["cwd"])
        os.execvpe(program, spec["argv"], spec["variables"])
    except OSError as error:
        message = "quarry: cannot start %s in %s: %s\n" % (program, spec["cwd"], error.strerror)
        os.write(2, os.fsencode(message))
        os._exit(NOT_FOUND if isinstance(error, FileNotFoundError) else NOT_EXECUTABLE)
