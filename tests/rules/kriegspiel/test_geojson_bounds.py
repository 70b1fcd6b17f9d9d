"""What a survey may cost: tangled or endless shapes are left out with the reason, and never a fault.  [KS-GAME-08, KS-GAME-10]"""

from __future__ import annotations

from math import cos, pi, sin
from random import Random
from typing import Any

import pytest
from shapely.errors import GEOSException

from rules.errors import Invalid
from rules.ground.geojson import maker
from rules.ground.geojson.importer import Survey, survey
from rules.ground.geojson.shapes import TOO_MUCH, too_complex

Pairs = list[list[float]]
PROPERTIES = {"water": {"natural": "water"}, "woods": {"natural": "wood"}, "streams": {"waterway": "stream"}}


def criss_cross(points: int) -> Pairs:
    """A ring of points at random: it crosses itself as often as the square of them."""
    draw = Random(points)
    ring = [[round(10 + draw.random() * 0.03, 6), round(50 + draw.random() * 0.02, 6)] for _ in range(points)]
    return [*ring, ring[0]]


def lake(points: int) -> Pairs:
    """A ring with bays, which crosses itself nowhere."""
    turns = [2 * pi * i / points for i in range(points)]
    ring = [[10 + 0.02 * (1 + 0.3 * sin(9 * a)) * cos(a), 50 + 0.012 * (1 + 0.3 * sin(9 * a)) * sin(a)] for a in turns]
    return [*ring, ring[0]]


def made(*features: tuple[str, Pairs]) -> Survey:
    rows = []
    for kind, ring in features:
        geometry: dict[str, Any] = {"type": "Polygon", "coordinates": [ring]}
        if kind == "streams":
            geometry = {"type": "LineString", "coordinates": ring}
        rows.append({"type": "Feature", "properties": PROPERTIES[kind], "geometry": geometry})
    return survey({"type": "FeatureCollection", "features": rows}, scale=5.0)


def left_out(found: Survey, kind: str) -> list[str]:
    return [left["why"] for row in found.report["rows"] if row["kind"] == kind for left in row["left_out"]]


@pytest.mark.slow
@pytest.mark.parametrize("points", [400, 2_200, 19_000])
@pytest.mark.parametrize("kind", PROPERTIES)
def test_a_line_that_crosses_itself_without_end_is_left_out_and_the_rest_is_taken(kind: str, points: int) -> None:
    """[KS-GAME-08] Putting 2,200 points in order took 19 s, and then the library gave up."""
    found = made((kind, criss_cross(points)), ("woods", lake(200)))
    assert TOO_MUCH in left_out(found, kind)
    assert found.country["woods"], "the lake-shaped wood beside it"


@pytest.mark.parametrize("kind", PROPERTIES)
def test_a_line_that_crosses_itself_a_few_times_is_put_in_order(kind: str) -> None:
    """[KS-GAME-08] The twin."""
    found = made((kind, criss_cross(12)))
    assert not left_out(found, kind)
    assert found.report["taken"] == 1


def test_a_long_shore_is_taken_and_an_endless_one_is_not() -> None:
    """[KS-GAME-08]"""
    found = made(("water", lake(19_000)))
    assert found.country["water"] and not left_out(found, "water")
    assert too_complex([(i, i % 7) for i in range(20_001)])
    assert not too_complex([(i, i % 7) for i in range(20_000)])


def test_a_comb_of_long_teeth_is_not_looked_at_for_ever() -> None:
    """[KS-GAME-08] Its legs lie in one another's boxes and meet nowhere."""
    assert too_complex(
        [(x + (y and 9_000), y) for x in range(0, 40_000, 4) for y in ((0, 9_000) if x % 8 else (9_000, 0))]
    )


def test_what_the_library_cannot_do_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """[KS-GAME-08] It was a fault of the program."""

    def gives_up(*given: Any, **more: Any) -> Any:
        raise GEOSException("TopologyException: side location conflict")

    monkeypatch.setattr(maker, "outlines", gives_up)
    with pytest.raises(Invalid, match=r"cannot be put in order$"):
        made(("woods", lake(50)))
