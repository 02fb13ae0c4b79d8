"""Loopback in a new network namespace starts down."""

import fcntl
import socket
import struct

SIOCGIFFLAGS = 0x8913
SIOCSIFFLAGS = 0x8914
IFF_UP = 1


def bring_up_loopback():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        request = struct.pack("16sh22x", b"lo", 0)
        answer = fcntl.ioctl(control, SIOCGIFFLAGS, request)
        flags = struct.unpack("16sh22x", answer)[1]
        fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", flags | IFF_UP))
