"""Listens to a stream for a moment, like a page that has just been opened."""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client


def first_sent(client: Client, address: str, last: str = "", **query: str) -> tuple[Any, str]:
    """The answer of a stream and its first message; then the page is closed.

    It closes the wrapper that Django's client puts around the stream, which leaves the test's transaction open.
    """
    listener = AsyncClient()
    listener.cookies = client.cookies

    async def listen() -> tuple[Any, str]:
        answer: Any = await listener.get(address, query, headers={"Last-Event-ID": last} if last else {})
        if not answer.streaming:
            return answer, ""
        sent = (await anext(aiter(answer.streaming_content))).decode()
        await answer._iterator.aclose()
        return answer, sent

    return async_to_sync(listen)()
