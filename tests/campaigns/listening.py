"""To listen to a stream for a moment, as a page does that has just been opened."""

from __future__ import annotations

from typing import Any

from django.test import Client


def first_sent(client: Client, address: str, last: str = "", **query: str) -> tuple[Any, str]:
    """The answer of a stream and what it sends first; then the page is closed.

    What is closed is what Django's client has put round the stream: it spares the test's transaction at the end.
    """
    answer: Any = client.get(address, query, headers={"Last-Event-ID": last} if last else {})
    if not answer.streaming:
        return answer, ""
    sent = next(answer.streaming_content).decode()
    answer._iterator.close()
    return answer, sent
