"""What a test file left behind, so that the next one starts from what the first one started from."""

import os
import shutil
import signal

_SOCKETS = ("tcp", "tcp6", "udp", "udp6")


class Leftovers:
    """Knows how everything looked before the first test file."""

    def __init__(self, testbed, scratch, shared):
        """`scratch` is this process's alone, and cleared; in `shared` there may be what is somebody else's."""
        self._testbed = testbed
        self._shared = {place: _own_names(place) for place in shared}
        self._scratch = [place for place in scratch if os.path.isdir(place)]
        self._files = _fingerprint(testbed)
        self._known = {place: _fingerprint(place) for place in self._scratch}
        self._sockets = _open_sockets()

    def clear(self):
        """Ends processes, removes new files in places of its own. None when all is as before, else what is not."""
        _end_descendants()
        for place in self._scratch:
            _remove_new(place, self._known[place])
            if _fingerprint(place) != self._known[place]:
                return place
        for place, known in self._shared.items():
            if _own_names(place) - known:
                return place
        if _fingerprint(self._testbed) != self._files:
            return self._testbed
        # Where there were some before, the network is not ours alone, and others open sockets too.
        return "sockets" if not self._sockets and _open_sockets() else None


def _fingerprint(top):
    """What no ordinary user can change and put back: the times of the last change of every file. Not the top's own."""
    found = {}
    waiting = [top]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    about = entry.stat(follow_symlinks=False)
                    found[entry.path] = (about.st_mode, about.st_size, about.st_mtime_ns, about.st_ctime_ns)
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
        except OSError as error:
            found[error.filename] = None
    return found


def _own_names(place):
    try:
        with os.scandir(place) as entries:
            return {entry.name for entry in entries if entry.stat(follow_symlinks=False).st_uid == os.getuid()}
    except OSError:
        return set()


def _remove_new(place, known):
    """What can't be removed, or even seen, is seen to be so."""
    try:
        names = os.listdir(place)
    except OSError:
        return
    for name in names:
        path = os.path.join(place, name)
        if path in known:
            continue
        if os.path.isdir(path) and not os.path.islink(path):
            _make_writable(path)
            shutil.rmtree(path, ignore_errors=True)
        else:
            _try(os.unlink, path)


def _make_writable(top):
    _try(os.chmod, top, 0o700)
    for directory, names, _ in os.walk(top):
        for name in names:
            below = os.path.join(directory, name)
            if not os.path.islink(below):
                _try(os.chmod, below, 0o700)


def _try(change, *arguments):
    try:
        change(*arguments)
    except OSError:
        pass


def _open_sockets():
    """A port that was closed a moment ago still keeps others from it."""
    found = set()
    for name in _SOCKETS:
        try:
            with open("/proc/self/net/" + name) as file:
                found.update((name, line.split()[1]) for line in file.readlines()[1:])
        except OSError:
            pass
    return found


def _end_descendants():
    """Orphans come to this process, which is their subreaper."""
    while True:
        try:
            ended, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not ended:
            for pid in _children():
                os.kill(pid, signal.SIGKILL)
            os.waitpid(-1, 0)


def _children():
    own = str(os.getpid())
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open("/proc/%s/stat" % name, "rb") as file:
                    parent = file.read().rpartition(b")")[2].split()[1].decode()
            except OSError:
                continue  # it ended meanwhile
            if parent == own:
                yield int(name)
