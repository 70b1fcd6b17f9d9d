"""A line of several clauses keeps its sentence as wide as any other, and what the umpire ruled stands below it."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.clock import server_time
from campaigns.usecases.desk.rulings import overrule_finding
from campaigns.usecases.moves.findings import submit_move
from tests.browser.conftest import WIDTHS, window
from tests.browser.test_what_happened import pictured
from tests.campaigns import builders, desk_scene
from tests.campaigns.web.conftest import close

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

BODIES = desk_scene.NEAR["bodies"]
FED = {
    **desk_scene.NEAR,
    "bodies": {**BODIES, "red-second": {**BODIES["red-foot"], "at": [100, 40], "name": "Red Fusiliers"}},
    "depots": {
        "red-depot": {"side": "red", "at": [60, 20], "packets": {"food": 20, "forage": 20}, "name": "Red Depot"}
    },
}
"""Red's foot and horse beside a depot: what is due to them and what they receive is gathered in lines."""

SENTENCES = """() => [...document.querySelectorAll('.event')].map((row) => {
  const wide = (one) => one ? one.getBoundingClientRect().width / row.getBoundingClientRect().width : null;
  const links = [...row.querySelectorAll('.clause')].map((one) => one.getBoundingClientRect());
  const sentence = row.querySelector('summary > span, :scope > p').getBoundingClientRect();
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return {
    clauses: links.length,
    said: wide(row.querySelector(':scope > details, :scope > p')),
    ruled: wide(row.querySelector('.eventruled')),
    lines: row.querySelector('.eventruled') ? row.querySelector('.eventruled').getBoundingClientRect().height : 0,
    over: links.some((one, at) => links.slice(at + 1).some((other) => over(one, other)) || over(one, sentence)),
    out: links.some((one) => one.right > row.getBoundingClientRect().right + 1),
  };
})"""


def ruled(cast: Any) -> tuple[Any, Any]:
    """A battle and its first move, closed: the Lancers charged the Guards, and the umpire ruled on the Guards."""
    battle = desk_scene.a_battle(cast, FED, options={**desk_scene.OPTIONS, "supply_period_moves": 1})
    move = builders.the_move(battle)
    desk_scene.orders(cast, move, "red-horse", desk_scene.CHARGE, "red_horse")
    close(cast, move)
    change = [{"group": "bodies", "thing": "blue-foot", "key": "men", "value": 35}]
    given = {"reason": "They stood behind a wall", "clause": "house rule", "now": server_time()}
    overrule_finding(by=cast.umpire, move=move.public_id, change=change, **given)
    return battle, move


def test_a_sentence_keeps_its_width_beside_several_clauses_on_the_desk_the_preview_and_the_report(
    officers: Any,
) -> None:
    cast = builders.a_cast()
    battle, move = ruled(cast)
    umpire = officers(cast.umpire)
    for name in ("desk", "desk/preview", "report/1"):
        if name == "report/1":
            submit_move(by=cast.umpire, move=move.public_id, now=server_time())
        umpire.opens(f"/b/{battle.public_id}/{name}/")
        for width in WIDTHS:
            umpire.page.set_viewport_size(window(width))
            rows = umpire.page.evaluate(SENTENCES)
            pictured(umpire.page, name.replace("/", "-"), width)
            several = [row for row in rows if row["clauses"] > 2]
            assert several and any(row["clauses"] == 1 for row in rows), (name, rows)
            assert all(row["said"] > 0.5 for row in rows), (name, width, rows)
            assert not any(row["over"] or row["out"] for row in rows), (name, width, rows)
            told = [row for row in rows if row["ruled"] is not None]
            assert told and all(row["ruled"] > 0.3 and row["lines"] < 60 for row in told), (name, width, told)
        umpire.fits(name)
