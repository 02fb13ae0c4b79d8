"""Files come as a tar stream, and go as one."""

import os
import shutil
import subprocess
import tarfile
import tempfile

from steps import step


MOST_SAID = 2000


def lay(place, pieces, add):
    """Fills a directory, emptied first unless `add`, from a tar stream, whose owners and modes hold."""
    with step("lay fresh files at %s" % place["target"]):
        os.makedirs(place["target"], exist_ok=True)
        if not add:
            empty(place["target"])
        _extract(place["target"], pieces)
        _belong(place)


def empty(directory):
    for entry in os.scandir(directory):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path)
        else:
            os.unlink(entry.path)


def _belong(place):
    os.chown(place["target"], place["uid"], place["gid"])
    os.chmod(place["target"], place["mode"])


def clear(place):
    empty(place["target"])
    _belong(place)
    if hasattr(os, "listxattr") and os.listxattr(place["target"]):
        raise OSError("extended attributes on %s" % place["target"])


def _extract(target, pieces):
    first = next(pieces, None)
    if first is None:
        return
    program = gnu_tar()
    if program is None:
        _extract_here(target, first, pieces)
        return
    argv = [program, "-x", "-p", "--same-owner", "--delay-directory-restore", "-f", "-", "-C", target]
    # A file takes what it says, however much: a pipe that nobody reads would hold it up, and it us.
    with tempfile.TemporaryFile(dir=os.path.dirname(os.path.abspath(__file__))) as said:
        _run_tar(argv, first, pieces, said)


def _run_tar(argv, first, pieces, said):
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stderr=said) as running:
        try:
            running.stdin.write(first)
            for piece in pieces:
                running.stdin.write(piece)
        except BrokenPipeError:
            pass  # its own message says why
        finally:
            for _ in pieces:
                pass  # what belongs to this request must not be taken for the next one
        try:
            running.stdin.close()
        except BrokenPipeError:
            pass
        running.wait()
    if running.returncode != 0:
        said.seek(0)
        raise OSError(said.read(MOST_SAID).decode(errors="replace").strip())


_tar = []


def gnu_tar():
    """Much faster than the standard library; other programs of that name don't know every kind of header."""
    if not _tar:
        program = shutil.which("tar", path="/usr/bin:/bin")
        said = b"" if program is None else subprocess.run([program, "--version"], stdout=subprocess.PIPE).stdout
        _tar.append(program if b"GNU tar" in said else None)
    return _tar[0]


class _Pieces:
    """A file object that tarfile can read a stream from."""

    def __init__(self, first, rest):
        self.held = first
        self.rest = rest

    def read(self, size):
        while len(self.held) < size:
            piece = next(self.rest, None)
            if piece is None:
                break
            self.held += piece
        taken, self.held = self.held[:size], self.held[size:]
        return taken


def _extract_here(target, first, rest):
    stream = _Pieces(first, rest)
    with tarfile.open(fileobj=stream, mode="r|", encoding="utf-8", errors="surrogateescape") as archive:
        if hasattr(tarfile, "fully_trusted_filter"):
            archive.extraction_filter = tarfile.fully_trusted_filter
        archive.extractall(target, numeric_owner=True)
    while stream.read(1 << 20):
        pass


class _Sink:
    def __init__(self, pass_on):
        self.pass_on = pass_on

    def write(self, data):
        self.pass_on(data)
        return len(data)


def pack(directory, paths, pass_on):
    """Sends the paths below a directory (all of it for None) as a tar stream; nothing is followed, all is root's."""
    with step("pack %s" % directory):
        with tarfile.open(fileobj=_Sink(pass_on), mode="w|", format=tarfile.PAX_FORMAT) as archive:
            for path in everything_below(directory) if paths is None else paths:
                archive.inodes.clear()  # a second name of a file is a file, too
                archive.add(os.path.join(directory, path), arcname=path, recursive=False, filter=_of_root)


def _of_root(member):
    member.uid = member.gid = 0
    member.uname = member.gname = "root"
    if not member.issym():
        member.mode = (member.mode | 0o444) & 0o555 if not member.mode & 0o111 else (member.mode | 0o555) & 0o555
    return member


def everything_below(directory):
    found = []
    for top, names, files in os.walk(directory):
        found += [os.path.relpath(os.path.join(top, name), directory) for name in names + files]
    return sorted(found)


def entries_below(directory):
    """[path, text of the link or null] of every file and link, links to directories included."""
    found = []
    for path in everything_below(directory):
        full = os.path.join(directory, path)
        if os.path.islink(full):
            found.append([path, os.readlink(full)])
        elif os.path.isfile(full):
            found.append([path, None])
    return found
