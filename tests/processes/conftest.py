"""What was prepared for many sites is removed with the last of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.processes.running_site import drop_what_was_prepared


@pytest.fixture(scope="session", autouse=True)
def _what_was_prepared_goes_at_the_end(django_db_setup: None) -> Iterator[None]:
    yield
    drop_what_was_prepared()
