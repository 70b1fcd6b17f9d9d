"""Draws are recorded while they are made, and can be checked again without the product.  [KS-DEF-14]"""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.__main__ import main
from rules.errors import Invalid
from rules.kit.draws import checked, read_draw
from rules.values.chance import Chance, Draw, commitment, draw, redrawn, witnessed

SEED = "a seed of the house"


def some_draws() -> list[Draw]:
    """What two tosses and a shell drew."""
    with witnessed() as seen:
        for purpose in ("charge/red-horse/blue-horse", "charge/red-horse/blue-foot"):
            Chance(seed=SEED, move="red/6").heads(purpose)
        draw(SEED, "blue/6/shell/blue-gun/1/along", 1024)
    return list(seen.values())


def test_a_witness_sees_every_draw_and_changes_none():
    alone = draw(SEED, "red/6/charge/red-horse/blue-horse", 2)
    seen = some_draws()
    assert [one.purpose.split("/")[2] for one in seen] == ["charge", "charge", "shell"]
    assert seen[0].number == alone


def test_a_real_coin_is_no_draw():
    with witnessed() as seen:
        Chance(seed=SEED, move="red/6", coin="heads").heads("charge/red-horse/blue-horse")
    assert seen == {}


def test_nobody_watches_once_the_witness_has_gone():
    with witnessed() as seen:
        pass
    draw(SEED, "red/1/charge", 2)
    assert seen == {}


@given(st.text(), st.text(), st.integers(1, 1 << 64))
def test_a_draw_is_redone_from_its_seed_and_not_otherwise(seed, purpose, below):
    with witnessed() as seen:
        draw(seed, purpose, below)
    (made,) = seen.values()
    assert redrawn(seed, made)
    assert not redrawn(seed, replace(made, counter=made.counter + 1))
    assert not redrawn(seed, replace(made, number=made.number + 1))


@pytest.mark.slow
def test_of_ten_thousand_seeds_none_can_be_changed_by_a_single_letter_unseen():
    caught = 0
    for number in range(10_000):
        seed = f"{number:064x}"
        place = number % len(seed)
        other = seed[:place] + ("0" if seed[place] != "0" else "1") + seed[place + 1 :]
        one = made_of(seed, number)
        told = list(checked(commitment(seed), seed, [one]))
        assert all(holds for holds, _ in told), number
        (sealed, _), _ = checked(commitment(seed), other, [one])
        (_, (drawn, _)) = checked(commitment(seed), seed, [replace(one, number=(one.number + 1) % one.below)])
        caught += not sealed and not drawn
    assert caught == 10_000


def made_of(seed: str, number: int) -> Draw:
    """One draw of a seed: a toss, or where a shell falls."""
    with witnessed() as seen:
        draw(seed, f"red/{number}/shell/red-gun/1/along", 2 if number % 2 else 1024)
    return next(iter(seen.values()))


def a_file(tmp_path, **changes):
    """A file of draws as the API answers it."""
    data = {"seed": SEED, "seed_digest": commitment(SEED), "draws": [asdict(one) for one in some_draws()], **changes}
    path = tmp_path / "draws.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


def test_the_command_line_passes_what_holds(tmp_path, capsys):
    assert main(["draws", a_file(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert said.count("pass ") == 4 and said.endswith("4 hold, 0 do not\n")


def test_the_command_line_fails_another_seed_and_another_number(tmp_path, capsys):
    assert main(["draws", a_file(tmp_path, seed="another")]) == 1
    assert "FAIL the SHA-256 of the seed" in capsys.readouterr().out
    wrong = [{**asdict(some_draws()[0]), "number": 1 - some_draws()[0].number}]
    assert main(["draws", a_file(tmp_path, draws=wrong)]) == 1
    assert capsys.readouterr().out.endswith("1 hold, 1 do not\n")


@pytest.mark.parametrize(
    "wrong", [None, [], {"purpose": "x"}, {"purpose": "x", "counter": 0, "below": 0, "number": 0},
              {"purpose": "x", "counter": True, "below": 2, "number": 0},
              {"purpose": "x", "counter": 0, "below": (1 << 64) + 1, "number": 0}]
)  # fmt: skip
def test_what_is_no_draw_is_not_taken_for_one(wrong):
    with pytest.raises(Invalid):
        read_draw(wrong)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"draws": 1}', '{"draws": [{}]}'])
def test_what_is_no_file_of_draws_is_named_and_ends_with_two(text, tmp_path, capsys):
    path = tmp_path / "draws.json"
    path.write_text(text, encoding="utf-8")
    assert main(["draws", str(path)]) == 2
    assert main(["draws", str(tmp_path / "none.json")]) == 2
    assert capsys.readouterr().err.count("\n") == 2
