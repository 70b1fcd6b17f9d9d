"""The blocks on a map, and the markup of them and of their names: a map has hundreds, so they have no template of their own."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from itertools import groupby

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from campaigns.web.board.ground import short
from campaigns.web.board.labels import anchor_of, half_of


@dataclass(frozen=True)
class Sign:
    """A block on the plan: x, y of the middle of its front edge, and how far from it its label is, if there is room,
    in units of the SVG.

    mark: the id of its block with its front and formation.  strength: how many men, where that is known.
    here: whether it is the one that is being ordered, which gets a ring.  own: whether it is one of the reader's troops.
    faint: whether it is only remembered, or a wreck.  leads: where a line from it to its label ends.  fan: its shift in a stack.
    stands_for: another of the reader's troops that it is shown for, as a gun for its crew.
    """

    thing: str
    name: str
    side: str
    mark: str
    strength: str
    x: float
    y: float
    turn: int
    label: tuple[float, float] | None
    said: str
    href: str = ""
    here: bool = False
    faint: bool = False
    own: bool = False
    leads: tuple[float, float] | None = None
    fan: tuple[float, float] = (0, 0)
    stands_for: str = ""

    @property
    def label_from(self) -> tuple[float, str]:
        """Where its label begins or ends, and which of both: beside a block it touches its gap, however wide its letters are."""
        right = self.label[0] if self.label else 0
        return right - math.copysign(half_of(f"{self.name} {self.strength}"), right) if right else 0, anchor_of(right)

    @property
    def place(self) -> str:
        """Its place on the drawing, as an SVG transform."""
        return f"{short(self.x)} {short(self.y)}"

    @property
    def turned(self) -> str:
        """The shift and the turn of its block, as an SVG transform after the place; empty where it faces north."""
        shifted = f"translate({short(self.fan[0])} {short(self.fan[1])})" if any(self.fan) else ""
        return shifted + (f"rotate({self.turn})" if self.turn else "")

    @property
    def group(self) -> str:
        """The classes of the blocks that it is drawn among: its side, and whether they are the reader's own."""
        return f"side-{self.side} own" if self.own else f"side-{self.side}"


def blocks(signs: Iterable[Sign]) -> SafeString:
    """The blocks, those of a side that follow one another in one group."""
    parts: list[str] = []
    for group, those in groupby(signs, key=lambda one: one.group):
        parts.append(f'<g class="{escape(group)}">')
        parts += map(_block, those)
        parts.append("</g>")
    return mark_safe("".join(parts))  # whatever is not of this module is escaped


def _block(one: Sign) -> str:
    """A block, with a ring round the one that is being ordered; a link where it leads anywhere."""
    ring = f'<circle class="here" r="34" cy="8" transform="translate({one.place})"/>' if one.here else ""
    whose = f' data-for="{escape(one.stands_for)}"' if one.stands_for else ""
    placed = f'data-thing="{escape(one.thing)}"{whose} transform="translate({one.place}){one.turned}"'
    faint = ' class="faint"' if one.faint else ""
    said, mark = conditional_escape(one.said), escape(one.mark)
    if one.href:
        link = f'<a {placed} href="{escape(one.href)}"{faint}><title>{said}</title><use href="#{mark}"/></a>'
        return f"{ring}{link}"
    return f'{ring}<use {placed}{faint} href="#{mark}"><title>{said}</title></use>'


def names(signs: Iterable[Sign]) -> SafeString:
    """The names of those blocks for which there is room, each with its strength."""
    return mark_safe("".join(_named(one, one.label) for one in signs if one.label))  # as above


def _named(one: Sign, label: tuple[float, float]) -> str:
    """The name of a block."""
    chosen = ' class="chosen"' if one.here else ""
    beside = ""
    if label[0]:
        begins, anchor = one.label_from
        beside = f' x="{_units(begins)}" text-anchor="{anchor}"'
    strength = f" <tspan>{escape(one.strength)}</tspan>" if one.strength else ""
    placed = f'transform="translate({one.place})"{beside} y="{_units(label[1])}"'
    return f"<text{chosen} {placed}>{conditional_escape(one.name)}{strength}</text>"


def _units(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
