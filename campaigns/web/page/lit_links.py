"""Where the lit country of a side is fetched, as a layer of a board and as a page."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from campaigns import sight
from rules.values.sentence import say


@dataclass(frozen=True)
class LitLink:
    """What a side sees: the address of the layer and that of the page."""

    title: str
    layer: str
    page: str


def lit_links(seat: sight.Seat, of: str = "") -> tuple[LitLink, ...]:
    """That of the side whose papers are read; none for an observer, of whom nobody looks.  of: for the umpire, whose."""
    side = seat.view(of)
    if side not in seat.side_names:
        return ()
    return (_link(seat, say("What is seen"), side if seat.is_umpire else ""),)


def lit_links_of_all(seat: sight.Seat) -> tuple[LitLink, ...]:
    """Those of all sides, for the umpire's desk."""
    return tuple(_link(seat, say("Seen by {side}", side=name), side) for side, name in seat.side_names.items())


def _link(seat: sight.Seat, title: str, of: str) -> LitLink:
    asked = f"?{urlencode({'of': of})}" if of else ""
    layer, page = (reverse(name, args=[seat.battle.public_id]) + asked for name in ("seen-layer", "seen"))
    return LitLink(title, layer, page)
