"""A waggon for every fifty men, if the campaign requires it.  [KS-ANX-03]"""

from __future__ import annotations

from collections.abc import Sequence

from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.supply.claims import Claim, needed
from rules.kriegspiel.supply.failure import fail
from rules.kriegspiel.tables.annex import MEN_TO_A_WAGGON, SIX_MOVES
from rules.values.measure import feet
from rules.values.sentence import say


def attended(field: Field, claims: Sequence[Claim]) -> list[Claim]:
    """The bodies of a group with food due that have enough waggons; the others fail.  [KS-ANX-03]

    The waggons within six moves of any of them serve them all, those nearest to a waggon first, fifty men each.
    """
    if not field.options.waggon_per_50 or not claims:
        return list(claims)
    reach = {claim.id: _waggons_near(field, claim) for claim in claims}
    waggons = {name for near in reach.values() for name in near}
    served: list[Claim] = []
    men = 0
    for claim in sorted(claims, key=lambda one: (min(reach[one.id].values(), default=SIX_MOVES), -one.number, one.id)):
        wanted = (men + claim.number) // MEN_TO_A_WAGGON
        if wanted and (wanted > len(waggons) or not reach[claim.id]):
            said = say(
                "{wanted} waggons are needed for {men} men, {waggons} within {six_moves}",
                wanted=wanted,
                men=men + claim.number,
                waggons=len(waggons),
                six_moves=feet(SIX_MOVES),
            )
            fail(field, claim, "food", max(needed(field, "food", [claim]), 1), "KS-ANX-03", said)
        else:
            served.append(claim)
            men += claim.number
    return [claim for claim in claims if claim in served]


def _waggons_near(field: Field, claim: Claim) -> dict[str, int]:
    """The waggons within six moves of a body, with their distances; a thing without a place counts as at hand."""
    found = {}
    for name, waggon in field.waggons.items():
        if waggon.owner == field.side and not waggon.destroyed:
            far = survey.distance(field, name, claim.id) or 0
            if far <= SIX_MOVES:
                found[name] = far
    return found
