"""An order on its way from the form to the report: how often the floor is read, and what is asked of the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.unlocked import tables_read
from rules.kriegspiel import book
from tests.campaigns.builders import a_battle, a_cast, the_move
from tests.campaigns.web.conftest import client_of, url

pytestmark = pytest.mark.django_db


@dataclass
class Cost:
    """What a request took.  reads: positions that were read; queries: statements of SQL."""

    reads: int
    queries: int
    sql: list[str]
