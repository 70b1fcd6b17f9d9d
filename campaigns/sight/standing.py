"""The standing of a campaign: what its battles counted, and the league of its sides.

Of a battle in progress nothing is shown here: its points are each side's own until it has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from campaigns.credits import gross, totals
from campaigns.models import Battle, Campaign, Credit
from campaigns.sight.seat import BattleFact, Seat, battle_fact
from rules.books import book


@dataclass(frozen=True)
class Counted:
    """A battle of the campaign.  title: of its book.

    scored: the points of each side, once it has ended; credited: what of them counts; after: the account of each side
    when it had been counted.  All in halves.
    """

    fact: BattleFact
    title: str
    scored: Mapping[str, Fraction]
    credited: Mapping[str, Fraction]
    after: Mapping[str, Fraction]

    @property
    def is_counted(self) -> bool:
        """Whether it has ended and been counted."""
        return bool(self.after)


@dataclass(frozen=True)
class Row:
    """A side in the league.  scored and lost_to: its points and the other's over all battles, unweighted; total: its account."""

    side: str
    name: str
    place: int
    fought: int
    won: int
    drawn: int
    lost: int
    scored: Fraction
    lost_to: Fraction
    handicap: Fraction
    total: Fraction


@dataclass(frozen=True)
class Standing:
    """The campaign as it stands.  target: in halves, 0 for none.  winner: the side that has reached it, if one has.

    lead: by how much the first is ahead of the second; wanting: what the first still needs to reach the target.
    """

    seat: Seat
    scoring: str
    target: int
    winner: str
    battles: tuple[Counted, ...]
    league: tuple[Row, ...]

    @property
    def lead(self) -> Fraction:
        first, second = [row.total for row in self.league[:2]]
        return first - second

    @property
    def wanting(self) -> Fraction:
        reached = self.lead if self.scoring == Campaign.Scoring.DIFFERENCE else self.league[0].total
        return max(self.target - reached, Fraction(0))


def standing(seat: Seat) -> Standing:
    """The standing of the campaign of a seat; the same for all who hold a seat in it."""
    campaign = Campaign.objects.get(pk=seat.campaign.id)
    rows = list(Credit.objects.filter(campaign=campaign).order_by("pk"))
    handicaps = totals(row for row in rows if row.battle_id is None)
    account = {side: handicaps.get(side, Fraction(0)) for side in seat.side_names}
    counted = []
    for battle in _in_their_sequence(campaign, rows):
        one = _counted(battle, [row for row in rows if row.battle_id == battle.pk], account)
        account = dict(one.after) or account
        counted.append(one)
    return Standing(
        seat=seat,
        scoring=campaign.scoring,
        target=campaign.target_points,
        winner=campaign.result.get("winner", ""),
        battles=tuple(counted),
        league=_league(seat.side_names, counted, account, handicaps),
    )


def _in_their_sequence(campaign: Campaign, credits: list[Credit]) -> list[Battle]:
    """The battles in the sequence in which they ended, then those that have not, by number."""
    rows = list(Battle.objects.filter(campaign=campaign).select_related("campaign").order_by("number"))
    over = [row for row in rows if row.status == Battle.Status.ENDED]
    over.sort(key=lambda row: (row.ended_at, row.number))
    return over + [row for row in rows if row.status != Battle.Status.ENDED]


def _counted(battle: Battle, credits: list[Credit], account: Mapping[str, Fraction]) -> Counted:
    fact, title = battle_fact(battle), book(battle.terms.book).title
    if battle.status != Battle.Status.ENDED:
        return Counted(fact, title, {}, {}, {})
    scored = {side: Fraction(halves) for side, halves in gross(battle, account).items()}
    credited = {side: totals(credits).get(side, Fraction(0)) for side in account}
    return Counted(fact, title, scored, credited, {side: account[side] + credited[side] for side in account})


def _league(
    names: Mapping[str, str], counted: list[Counted], account: Mapping[str, Fraction], handicaps: Mapping[str, Fraction]
) -> tuple[Row, ...]:
    """The sides, the leader first; sides that are level have the same place."""
    over = [one for one in counted if one.is_counted]
    results = [one.fact.result.get("winner", "") for one in over]
    rows = []
    for side, name in names.items():
        won, drawn = results.count(side), results.count("")
        rows.append(
            Row(
                side=side,
                name=name,
                place=1 + sum(other > account[side] for other in account.values()),
                fought=len(over),
                won=won,
                drawn=drawn,
                lost=len(over) - won - drawn,
                scored=sum((one.scored[side] for one in over), Fraction(0)),
                lost_to=sum((one.scored[other] for one in over for other in names if other != side), Fraction(0)),
                handicap=handicaps.get(side, Fraction(0)),
                total=account[side],
            )
        )
    return tuple(sorted(rows, key=lambda row: row.place))
