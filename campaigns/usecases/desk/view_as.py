"""The umpire views a commander's pages: read only, and every view goes into the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from campaigns.errors import Unseen
from campaigns.models import Post
from campaigns.usecases.access import read_public_id, umpires_battle
from campaigns.usecases.record import add_record

READ_STATEMENTS = ("SELECT", "WITH", "SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "SET", "SHOW", "PRAGMA")
"""How statements begin that change nothing."""


class WriteAttempted(RuntimeError):
    """An attempt to write while the umpire viewed; a fault of the program, and nothing was written."""


def view_as(*, by: Any, battle: str, post: str, paper: str, now: datetime) -> Post:
    """The seat that the umpire views, with its holder and side; the view is entered in the record.

    paper: which of its papers is opened.  Unseen where nobody holds such a seat here, or it is an umpire's.
    """
    with transaction.atomic():
        locked, umpire = umpires_battle(by, battle)
        held = Post.objects.select_related("user", "side").filter(
            campaign_id=locked.campaign_id, held_until__isnull=True
        )
        found = held.exclude(kind=Post.Kind.UMPIRE).filter(public_id=read_public_id(post, "post")).first()
        if found is None:
            raise Unseen("post")
        data = {"post": found.public_id, "title": found.title, "paper": paper}
        add_record(locked, at=now, actor=umpire.title, kind="looked", data=data)
    return found


@contextmanager
def read_only() -> Iterator[None]:
    """Within it nothing can be written: neither that something was read, nor anything else."""

    def read(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.lstrip(" (\n").upper().startswith(READ_STATEMENTS) or " FOR UPDATE" in sql.upper():
            raise WriteAttempted(sql[:80])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(read):
        yield
