"""Django's own PostgreSQL backend; a connection from the pool is alive, and nobody waits long for a server that is gone.

The pool's own check (``CONN_HEALTH_CHECKS``) queries the server once for every request, and meets one dead connection
after another with pauses of one, two and four seconds between: after a restart of the server with twenty idle
connections nobody would be served for half a minute.  Here the check only looks at the socket, and the first dead
connection empties the pool.
"""

from __future__ import annotations

import select
from contextlib import suppress
from typing import Any

import psycopg
from django.db import OperationalError
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool

from kriegspiel.postgresql.waits import TURNS, try_again

ERRORS = "connections_errors"


class DatabaseWrapper(base.DatabaseWrapper):
    """The backend of one thread."""

    def __init__(self, settings_dict: dict[str, Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(settings_dict, *args, **kwargs)
        options = self.settings_dict["OPTIONS"]
        if "pool" in options:
            options["pool"] = {**options["pool"], "reconnect_failed": try_again}

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection that is alive."""
        if not self.pool:
            return super().get_new_connection(conn_params)
        connection = self._taken(conn_params)
        if alive(connection):
            return connection
        self.pool.putconn(connection)
        self.pool.drain()
        return self._taken(conn_params)

    def _taken(self, conn_params: dict[str, Any]) -> Any:
        """A connection from the pool: the wait is longer where all are busy than where the server is gone."""
        errors = self.pool.get_stats().get(ERRORS, 0)
        for turn in range(1, TURNS + 1):
            try:
                return super().get_new_connection(conn_params)
            except OperationalError:
                if turn == TURNS or self.pool.get_stats().get(ERRORS, 0) > errors:
                    raise
        return None


def alive(connection: psycopg.Connection[Any]) -> bool:
    """Whether an idle connection is alive.  Only one that has received something unasked, as a termination, is queried."""
    looked = select.poll()
    with suppress(psycopg.Error):
        looked.register(connection.fileno(), select.POLLIN)
        if not looked.poll(0):
            return True
        ConnectionPool.check_connection(connection)
        return True
    return False
