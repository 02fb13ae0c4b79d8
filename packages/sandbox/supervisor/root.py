"""A new root directory, made of binds, that shows the command only what it may see."""

import os
import socket

import network
import system
from steps import step

SYSTEM_DIRECTORIES = ("usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "etc", "nix")
DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
SCRATCH = ".scratch"


def build(spec):
    with step("make a new root directory"):
        system.mount("quarry", spec["root"], "tmpfs", system.MS_NOSUID | system.MS_NODEV, "mode=755,size=16m")
        os.chdir(spec["root"])
        _system_directories()
        _name_servers(spec["network"])
        system.mount("proc", _directory("proc"), "proc", system.MS_NOSUID | system.MS_NODEV | system.MS_NOEXEC)
        _scratch(spec)
        _devices()
    for entry in sorted(spec["binds"], key=lambda entry: entry["target"]):
        with step("show %s at %s" % (entry["source"], entry["target"])):
            _bind(entry["source"], entry["target"], entry["writable"])
    if spec["overlay"] is not None:
        with step("lay the tree at %s" % spec["overlay"]["target"]):
            if spec["overlay"]["copy"]:
                _copy(spec["overlay"], spec["user"])
            else:
                _overlay(spec["overlay"], spec["user"])
    with step("enter the new root directory"):
        system.detach(SCRATCH)
        os.rmdir(SCRATCH)
        system.pivot_into_current_directory()
        flags = system.MS_REMOUNT | system.MS_BIND | system.MS_RDONLY
        system.mount(None, "/", None, flags | system.MS_NOSUID | system.MS_NODEV)
    with step("name the machine"):
        socket.sethostname("localhost")
    if spec["network"] == "loopback":
        with step("bring up loopback"):
            network.bring_up_loopback()


def _inside(path):
    return path.lstrip("/") or "."


def _directory(path, mode=0o755):
    os.makedirs(_inside(path), exist_ok=True)
    os.chmod(_inside(path), mode)
    return _inside(path)


def _system_directories():
    for name in SYSTEM_DIRECTORIES:
        there = "/" + name
        if os.path.islink(there):
            os.symlink(os.readlink(there), name)
        elif os.path.isdir(there):
            _bind(there, there, writable=False)
    for name in ("run", "var"):
        _directory(name)
    os.symlink("/tmp", "var/tmp")


def _name_servers(network_kind):
    """resolv.conf is often a link into /run, which is not shown."""
    if network_kind == "loopback":
        return
    real = os.path.realpath("/etc/resolv.conf")
    if not real.startswith("/etc/") and os.path.isfile(real):
        _bind(real, real, writable=False)


def _devices():
    _directory("dev")
    for name in DEVICES:
        if os.path.exists("/dev/" + name):
            _bind("/dev/" + name, "/dev/" + name, writable=True)
    system.mount(
        "devpts",
        _directory("dev/pts"),
        "devpts",
        system.MS_NOSUID | system.MS_NOEXEC,
        "newinstance,ptmxmode=0666,mode=620",
    )
    os.symlink("pts/ptmx", "dev/ptmx")
    os.symlink("/proc/self/fd", "dev/fd")
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        os.symlink("/proc/self/fd/%d" % number, "dev/" + name)
    _bind(os.path.join(SCRATCH, "shm"), "/dev/shm", writable=True)


def _scratch(spec):
    """One tmpfs holds everything that the command may write, so that one size limits all of it."""
    os.mkdir(SCRATCH, 0o700)
    options = "mode=700,size=%d" % spec["limits"]["diskBytes"]
    system.mount("quarry-scratch", SCRATCH, "tmpfs", system.MS_NOSUID | system.MS_NODEV, options)
    _directory(os.path.join(SCRATCH, "shm"), 0o1777)
    for number, entry in enumerate(spec["scratch"]):
        place = _directory(os.path.join(SCRATCH, "directory-%d" % number), entry["mode"])
        os.chown(place, spec["user"]["inner_uid"], spec["user"]["inner_gid"])
        _bind(place, entry["target"], writable=True)


def _bind(source, target, writable):
    place = _inside(target)
    if os.path.isdir(source):
        os.makedirs(place, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(place), exist_ok=True)
        if not os.path.exists(place):
            open(place, "x").close()
    system.mount(source, place, None, system.MS_BIND | system.MS_REC)
    if not writable:
        _make_read_only(place)


def _make_read_only(place):
    """Flags that the source was mounted with are kept: a user namespace may not drop them."""
    kept = os.statvfs(place).f_flag
    flags = kept & (system.MS_NODEV | system.MS_NOEXEC | system.MS_NOATIME | system.MS_NODIRATIME)
    if kept & 4096:  # ST_RELATIME has another value than MS_RELATIME
        flags |= system.MS_RELATIME
    flags |= system.MS_REMOUNT | system.MS_BIND | system.MS_RDONLY | system.MS_NOSUID
    system.mount(None, place, None, flags)


def _copy(overlay, user):
    import copies  # slow to import, and seldom needed

    place = _directory(os.path.join(SCRATCH, "tree"))
    copies.fill(place, overlay["tree"], user["inner_uid"], user["inner_gid"])
    _bind(place, overlay["target"], writable=True)


def _overlay(overlay, user):
    lower = os.path.join(SCRATCH, "lower")
    # Bound under a plain name: ',' and ':' in a path would end an option of the mount.
    _bind(overlay["tree"], lower, writable=False)
    upper = _directory(os.path.join(SCRATCH, "upper"))
    os.chown(upper, user["inner_uid"], user["inner_gid"])
    work = _directory(os.path.join(SCRATCH, "work"))
    options = "lowerdir=%s,upperdir=%s,workdir=%s" % (lower, upper, work)
    if user["change"] == "user-namespace":
        options += ",userxattr"
    else:
        options += ",redirect_dir=on"  # so that a directory of the tree can be renamed
    system.mount("quarry-tree", _directory(overlay["target"]), "overlay", system.MS_NODEV | system.MS_NOSUID, options)
