"""Every address of the site, from its registry, with what stands in it in a world: a new page is asked for by itself.

A new part of an address has no values yet, and a page that nobody in a battle can open is listed with its reason: both
fail until somebody has said what they are.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from tests.depth import WHOLE

Parts = Mapping[str, Sequence[Any]]
"""The values of each part of an address, by the part's name and converter as ``id:battle``, in one world."""

OUTSIDE = ("admin/", "api/schema/", "api/docs/", "healthz", "metrics")
"""Beginnings of addresses that show no battle: the admin is its staff's, the others have tests of their own."""

UNASKED = {
    "live": "a stream, of which the tests of the streams compare the first message",
    "logout": "it ends the session of the crawl",
    "api-token": "it takes a password",
}
"""Names of addresses that are not asked for, and why."""

WITHOUT_A_BATTLE = frozenset(
    (
        "api-begin-tournament api-books api-countries api-country api-country-file "
        "api-country-picture api-import-country api-options api-pictures api-pieces "
        "api-drawing api-redo-drawing api-redo-new-drawing api-undo-drawing api-undo-new-drawing "
        "api-player api-players api-survey api-surveys api-take-survey api-token-of-mine api-tokens "
        "api-tournament api-tournaments campaign-new clauses countries country country-delete country-draw country-drawing "
        "country-file country-import country-new country-picture country-scan country-sketch "
        "language login look mail-address openings password-change "
        "password-choose password-forgotten people problem proved readings script-words survey "
        "survey-discard survey-mark survey-take tour tournament tournament-new "
    ).split()
)
"""Names of addresses that show nothing of any battle: they are asked for in the whole run only."""

SHUT = {
    "the umpire's alone": (
        "api-resume-publication api-sight api-stop-publication desk-fact desk-sight desk-sight-thing "
        "api-brigades api-commands api-empty-seats api-mail-invitation arrivals "
        "api-muster api-muster-curtain api-muster-redo api-muster-table api-muster-undo "
        "answer-question api-campaign-matches api-carried api-clauses api-close api-corrections api-courier "
        "api-back api-campaign-settings api-deletion api-objectives-kept "
        "api-couriers api-desk api-end-battle api-end-campaign api-extend api-hand-over api-hold api-injects "
        "api-invitations api-leave-out api-look api-machines api-open api-papers api-pause api-posts "
        "api-preview api-publish-fire api-record api-release api-restore api-resume api-return api-rulings "
        "api-sector api-sectors api-set-out-begin api-start api-submit api-take-out api-umpire-messages api-undo "
        "api-battle-picture battle-picture battle-take-out look-over battle-back battle-delete campaign-delete "
        "battle-begin battle-carry battle-end battle-new battle-start battle-terms campaign-end campaign-settings "
        "campaign-match clock correct-order correct-price courier-deliver courier-hold decide desk desk-add desk-bodies "
        "desk-body desk-clauses desk-clock desk-end-move desk-message desk-status injects invitations look look-paper "
        "look-report measure muster muster-change muster-file muster-table "
        "overrule papers-open prepare-ruling preview publish-fire record restore "
        "return-order sectors set-out-begin submit-move undo "
    ),
    "of a row that this person has nothing of": (
        "api-picture api-picture-file picture "
        "api-inject api-invitation api-match api-offer api-post api-question api-read api-take-invitation "
        "invitation mail-off match offer token-revoke "
    ),
    "of a game on a board, which has twins of its own": ("api-ask-again api-board api-play board board-play "),
    "of a force that a side puts down, which has twins of its own": ("api-muster-own api-muster-own-ready muster-own "),
    "of the setting out, which has twins here": ("api-set-out "),
    "of an official who confirms what another has measured": ("api-confirm "),
    "of another method than GET and POST": ("api-ready "),
    "of what is made anew, which is pressed beside the twins": ("api-copy-exercise api-play-exercise "),
    "of a table that has twins of its own": ("api-calendar calendar-renew "),
}
"""Why nobody among the readers opens an address -> names of addresses."""

QUERIES: Mapping[str, Sequence[str]] = {
    "sheet": ("?of=blue", "?of=observer"),
    "status": ("?board=1", "?of=blue"),
    "strip": ("?here=sheet", "?of=blue"),
    "order": ("?add=1",),
    "panel": ("?add=1", "?things=red-horse,red-foot"),
    "replay": ("?move=1", "?move=2", "?of=blue", "?of=umpire&beside=on", "?of=observer"),
    "report": ("?of=blue",),
    "after": ("?of=both",),
    "receipts": ("?of=blue",),
    "supplies": ("?of=blue",),
    "points": ("?of=blue",),
    "situation": ("?of=blue",),
    "print-sheet": ("?of=blue",),
    "forces": ("?of=blue", "?of=both"),
    "desk-clauses": ("?q=mine",),
    "set-out": ("?of=blue",),
    "board": ("?of=blue",),
    "api-sheet": ("?of=blue",),
    "api-board": ("?of=blue",),
    "api-orders": ("?of=blue",),
    "api-reports": ("?of=blue",),
    "api-report": ("?of=blue",),
    "api-supplies": ("?of=blue",),
    "api-points": ("?of=blue",),
    "api-situation": ("?of=blue",),
    "api-replay": ("?move=1", "?move=2", "?of=blue", "?of=umpire"),
    "api-after": ("?of=both",),
    "api-forces": ("?of=blue", "?of=both"),
    "api-force": ("?of=blue",),
    "api-facts": ("?of=blue",),
    "api-set-out": ("?of=blue",),
    "api-clauses": ("?q=mine",),
}
"""Name of an address -> further queries with which it is asked for."""


@dataclass(frozen=True)
class Address:
    """An address of the registry.  parts: those that vary, each as ``converter:name``."""

    name: str
    route: str
    parts: tuple[str, ...]
    view: Any

    def in_world(self, values: Parts) -> Iterator[str]:
        """The address with each value of each part."""
        for those in itertools.product(*(values[part] for part in self.parts)):
            filled = self.route
            for part, value in zip(self.parts, those, strict=True):
                filled = filled.replace(f"<{part}>", str(value))
            yield f"/{filled}"

    @property
    def may_be_opened(self) -> bool:
        """Whether it takes GET."""
        one = self.view
        if hasattr(one, "cls"):
            return hasattr(one.cls, "get")
        while one is not None:
            kept = dict(
                zip(one.__code__.co_freevars, (cell.cell_contents for cell in one.__closure__ or ()), strict=True)
            )
            if "request_method_list" in kept:  # Django's ``require_http_methods``
                return "GET" in kept["request_method_list"]
            one = getattr(one, "__wrapped__", None)
        return True


def registry() -> list[Address]:
    """Every address of the site but those outside."""
    return [one for one in _within("", get_resolver().url_patterns) if not one.route.startswith(OUTSIDE)]


def _within(before: str, patterns: Sequence[URLPattern | URLResolver]) -> Iterator[Address]:
    for one in patterns:
        if not isinstance(one.pattern, RoutePattern):
            continue  # the API's answer where there is no address
        route = f"{before}{one.pattern}"
        if isinstance(one, URLResolver):
            if not route.startswith(OUTSIDE):
                yield from _within(route, one.url_patterns)
        else:
            parts = tuple(piece.split(">")[0] for piece in route.split("<")[1:])
            yield Address(str(one.name), route, parts, one.callback)


def pages(values: Parts) -> Iterator[tuple[str, str]]:
    """Name and address of all that is asked for with GET in a world."""
    for one in asked_for():
        for url in one.in_world(values) if one.may_be_opened else ():
            for query in ("", *QUERIES.get(one.name, ())):
                yield one.name, url + query


def forms(values: Parts) -> Iterator[tuple[str, str]]:
    """Name and address of all to which a form is sent in a world."""
    for one in asked_for():
        for url in one.in_world(values):
            yield one.name, url


def asked_for() -> list[Address]:
    """The addresses that are asked for in this run."""
    return [one for one in registry() if one.name not in UNASKED and (WHOLE or one.name not in WITHOUT_A_BATTLE)]
