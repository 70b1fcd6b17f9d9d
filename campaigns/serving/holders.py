"""Who holds a claim: a process, named so that another of the same machine can tell that it has ended.

A name has the host, the machine's own start, the space in which process ids count, the process id, and when that process
began: the same id may be another's by now.  Where anything of it is not this process's own, nobody here knows, and a claim
waits for its lease.
"""

from __future__ import annotations

import os
import socket
from pathlib import Path

PROC = Path("/proc")


def this_process() -> str:
    """The name of this process; empty where the system does not tell when a process began."""
    began = _began(os.getpid())
    return f"{_here()}:{os.getpid()}:{began}" if began else ""


def has_ended(holder: str) -> bool:
    """Whether the process of that name is known to have ended: one of this machine, whose id is free or another's."""
    here, _, rest = holder.rpartition(":")
    here, _, pid = here.rpartition(":")
    if not here or here != _here() or not pid.isdigit():
        return False
    return _began(int(pid)) != rest


def _here() -> str:
    """Where process ids are the same as here."""
    try:
        return f"{socket.gethostname()[:60]}:{_read('sys/kernel/random/boot_id')}:{os.readlink(PROC / 'self/ns/pid')}"
    except OSError:
        return ""


def _began(pid: int) -> str:
    """When a process began, in the ticks of its machine; empty where there is none, or it has ended and is not yet buried."""
    told = _read(f"{pid}/stat").rpartition(") ")[2].split()
    return told[19] if len(told) > 19 and told[0] not in "ZX" else ""


def _read(name: str) -> str:
    try:
        return (PROC / name).read_text().strip()
    except OSError:
        return ""
