"""Writes an archive, however odd its members, from a description on standard input."""

import base64
import io
import json
import sys
import tarfile
import zipfile

TYPES = {
    "file": tarfile.REGTYPE,
    "directory": tarfile.DIRTYPE,
    "symlink": tarfile.SYMTYPE,
    "hardlink": tarfile.LNKTYPE,
    "device": tarfile.CHRTYPE,
    "fifo": tarfile.FIFOTYPE,
}
MODES = {"file": 0o100000, "directory": 0o040000, "symlink": 0o120000}


def content(member):
    data = base64.b64decode(member.get("base64", "")) + member.get("text", "").encode()
    return data * member.get("times", 1)


def write_tar(spec, output):
    formats = {"pax": tarfile.PAX_FORMAT, "ustar": tarfile.USTAR_FORMAT, "gnu": tarfile.GNU_FORMAT}
    options = {"format": formats[spec.get("tar", "pax")], "encoding": spec.get("encoding", "utf-8")}
    with tarfile.open(fileobj=output, mode="w:gz", **options) as archive:
        for member in spec["members"]:
            info = tarfile.TarInfo(member["name"])
            kind = member.get("type", "file")
            info.type = TYPES[kind]
            info.mode = member.get("mode", 0o644)
            info.mtime = member.get("mtime", 0)
            info.linkname = member.get("target", "")
            data = content(member) if kind == "file" else b""
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))


def write_zip(spec, output):
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        for member in spec["members"]:
            kind = member.get("type", "file")
            info = zipfile.ZipInfo(member["name"])
            info.create_system = 3
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (MODES[kind] | member.get("mode", 0o644)) << 16
            archive.writestr(info, member["target"] if kind == "symlink" else content(member))


spec = json.load(sys.stdin)
result = io.BytesIO()
{"tar": write_tar, "zip": write_zip}[spec["kind"]](spec, result)
sys.stdout.buffer.write(result.getvalue())
