"""News for the open pages: counted with the fact, in its transaction, for those who may know it.

The umpire has news of everything in the record, everybody of what everybody has a notice of, a seat of what
it has a notice of; the writer of a fact adds news for one side alone (``add_news_for_side``).
"""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.audiences import EVERYBODY, NEWS, UMPIRE, of_post, of_side
from campaigns.locks import lock_battles_of
from campaigns.models import Battle, Post, Side
from campaigns.models.notice import REPORT_READY

OF_RECORD = {
    "order-accepted": "orders",
    "order-late": "orders",
    "ready": "orders",
    "not-ready": "orders",
    "measured": "facts",
    "confirmed": "facts",
    "word-sent": "words",
    "question-put": "words",
    "question-answered": "words",
    "umpire-said": "words",
    "courier-set-out": "words",
    "courier-held": "words",
    "courier-arrived": "words",
    "courier-taken": "words",
    "courier-lost": "words",
    "move-submitted": "reports",
    "remark": "reports",
    "points-awarded": "reports",
}
"""Kind of a record entry -> the kind of its news to the umpire; the clock where it is not named."""

OF_NOTICE = {
    REPORT_READY: "reports",
    "points": "reports",
    "word": "words",
    "question": "words",
    "differ": "facts",
    "handed-over": "orders",
}
"""Kind of a notice -> the kind of its news to its recipient; the clock where it is not named."""


def add_news(battle: Battle, audience: str, news: str) -> None:
    """Count news of a kind for an audience of a locked battle; the caller saves the battle's ``told``."""
    if news not in NEWS:
        raise KeyError(f"there is no news of the kind {news}")
    heard = battle.told.setdefault(audience, {})
    heard[news] = heard.get(news, 0) + 1


def add_news_of_record(battle: Battle, kinds: Iterable[str]) -> None:
    """The umpire's pages learn of entries of the record."""
    for news in sorted({OF_RECORD.get(kind, "clock") for kind in kinds}):
        add_news(battle, UMPIRE, news)


def add_news_for_side(battle: Battle, key: str, news: str) -> None:
    """The pages of one side learn of something; before the entry in the record, with which it is saved."""
    add_news(battle, of_side(key), news)


def add_news_of_seats(campaign_id: int, side: Side | None) -> None:
    """The pages of a side and of the umpire learn that a seat was given, ended, offered or withdrawn; in a locked campaign."""
    for battle in lock_battles_of(campaign_id):
        if battle.status == Battle.Status.RUNNING:
            for audience in (UMPIRE, *([of_side(side.key)] if side is not None else [])):
                add_news(battle, audience, "orders")
            battle.save(update_fields=["told"])


def add_news_of_notice(battle: Battle, kind: str, to: Iterable[Post] | None) -> None:
    """The pages of those who have a notice learn of it, of everybody where it goes to all."""
    news = OF_NOTICE.get(kind, "clock")
    for audience in [EVERYBODY] if to is None else [of_post(one.public_id) for one in to]:
        add_news(battle, audience, news)
    battle.save(update_fields=["told"])
