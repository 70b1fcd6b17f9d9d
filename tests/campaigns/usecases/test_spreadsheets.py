"""Tables as spreadsheets make them: thousands, sums, merged cells, noughts, titles, separators, unseen characters.  [KS-GAME-13]"""

from __future__ import annotations

import pytest

from campaigns.usecases.muster.order_of_battle import written_csv
from campaigns.usecases.muster.table_reader import read_table
from rules.errors import Invalid
from rules.values.figures import Doubtful, read_number
from tests.campaigns.usecases.test_order_of_battle import EMPTY, board


def read(text, side="red"):
    return read_table(board(), EMPTY, text, side)


def bodies(found):
    assert not found.problems, found.problems
    return {one["name"]: one for one in found.groups["bodies"].values()}


def said(found):
    return [one.sentence for one in found.problems]


# -- thousands and decimal commas (K5) ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "men"),
    [
        ("1,000", 1000), ("2.000", 2000), ("1 000", 1000), ("1\u00a0000", 1000), ("1\u202f000", 1000), ("1'000", 1000), ("1’000", 1000),
        ("1.000,0", 1000), ("1,000.0", 1000), ("24,0", 24), ("24.0", 24), ("1.234.567", None), ("1,5", None), ("1,00", 1),
    ],
)  # fmt: skip
def test_men_are_read_with_thousands_as_they_are_written_anywhere(text, men):
    found = read(f"name\twhat\tmen\nRifles\tinfantry\t{text}\n")
    if men is None:
        assert said(found) == [f"“{text}” is no whole number"]
    elif men > 500:
        assert said(found) == [f"{men} were chosen, 1 to 500 may be"], "never one man for a thousand"
    else:
        assert bodies(found)["Rifles"]["men"] == men


@pytest.mark.parametrize(
    ("east", "inches"), [("1200", 1200), ("120,5", 120.5), ("120.5", 120.5), ("1 200,5", 1200.5), ("12.0625", 12.0625)]
)
def test_a_place_is_read_with_a_point_or_a_comma(east, inches):
    assert bodies(read(f"name\twhat\tmen\teast\tnorth\nRifles\tinfantry\t24\t{east}\t100\n"))["Rifles"]["at"] == [
        inches,
        100,
    ]


@pytest.mark.parametrize("east", ["1,200", "1.200", "12.125"])
def test_a_place_that_can_be_read_in_two_ways_is_asked_about(east):
    (asked,) = said(read(f"name\twhat\tmen\teast\tnorth\nRifles\tinfantry\t24\t{east}\t100\n"))
    assert "can be read in two ways" in asked


def test_one_rule_reads_all_numbers():
    with pytest.raises(Doubtful, match="write 1200 or "):
        read_number("1,200")
    assert read_number("1.200", point=True) * 5 == 6 and read_number("0,125") * 8 == 1 and read_number("12 34") is None


def test_the_own_csv_of_places_in_sixteenths_is_read_again_with_a_mark_of_byte_order_and_without():
    found = read("name;what;men;east;north\nSchützen;infantry;24;12,1250;100,375\u200b0\n".replace("\u200b", ""))
    start = {**EMPTY, **found.groups}
    text = written_csv(board(), start)
    assert "12.1250" in text
    for mark in ("", "\ufeff"):
        again = read_table(board(), EMPTY, mark + text)
        assert not again.problems and again.groups == found.groups


# -- sums, merged cells, noughts (K6) ------------------------------------------------------------------------


def test_what_is_missing_is_asked_for():
    for text in ("name\twhat\tmen\nOld Guard\t\t24\n", "name\twhat\tmen\tguns\nOld Guard\t\t24\t\n"):
        (asked,) = said(read(text))
        assert asked.startswith("say what it is; known are ")


def test_an_empty_cell_below_a_brigade_is_of_that_brigade_as_merged_cells_are():
    rows = (
        "1st Brigade\tRifles\tInfantry",
        "\tGuards\tInfantry",
        "2nd Brigade\tHussars\tCavalry",
        "\tLancers\tCavalry",
    )
    text = "Brigade\tUnit\tType\tStrength\n" + "".join(f"{row}\t20\n" for row in rows)
    assert {name: one["commander"] for name, one in bodies(read(text)).items()} == {
        "Rifles": "1st Brigade", "Guards": "1st Brigade", "Hussars": "2nd Brigade", "Lancers": "2nd Brigade",
    }  # fmt: skip
    each = "Brigade\tUnit\tType\tStrength\nA\tRifles\tInfantry\t24\nA\tGuards\tInfantry\t20\n\tHussars\tCavalry\t18\n"
    assert "commander" not in bodies(read(each))["Hussars"], (
        "a table that names it in each row leaves it out on purpose"
    )


def test_merged_cells_of_sides_are_of_the_side_above():
    text = "side\tname\twhat\tmen\nred\tRifles\tinfantry\t24\n\tGuards\tinfantry\t20\nblue\tFoot\tinfantry\t24\n\tJägers\tinfantry\t9\n"
    assert [one["side"] for one in bodies(read(text, "")).values()] == ["red", "red", "blue", "blue"]


def test_no_guns_are_none_and_a_battery_of_none_is_asked_about():
    found = read("name\twhat\tmen\tguns\n1st Foot\tinfantry\t24\t0\nA Battery\tartillery\t\t2\n")
    assert bodies(found)["1st Foot"]["men"] == 24 and len(found.groups["guns"]) == 2
    assert said(read("name\twhat\tmen\tguns\nA Battery\tartillery\t\t0\n")) == ["1 to 50 in a line are wanted"]


@pytest.mark.parametrize(
    "row",
    [
        "Total\t\t44",
        "Summe:\t\t44",
        "TOTAL GÉNÉRAL\t\t44",
        "\tTotal\t44",
        "\t\t44",
        "Gesamt 2\t\t44",
        "Insgesamt\t\t44",
    ],
)
def test_a_row_of_sums_is_passed_over_and_told(row):
    found = read(f"name\twhat\tmen\nRifles\tinfantry\t24\nGuards\tinfantry\t20\n{row}\n")
    assert len(bodies(found)) == 2 and [one.sentence for one in found.remarks] == ["passed over as a sum"]


def test_a_body_called_like_a_sum_is_a_body_and_numbers_that_are_no_sum_are_asked_about():
    assert set(bodies(read("name\twhat\tmen\nTotal\tinfantry\t24\n"))) == {"Total"}
    assert said(read("name\twhat\tmen\nRifles\tinfantry\t24\n\t\t45\n"))


# -- the line that decides (K7) ------------------------------------------------------------------------------

ROWS = "name{0}what{0}men\nRifles{0}infantry{0}24\n"


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
def test_a_line_names_the_separator(separator):
    assert set(bodies(read(f"sep={separator}\n" + ROWS.format(separator)))) == {"Rifles"}
    assert [row.line for row in read(f"\ufeffSEP={separator}\r\n" + ROWS.format(separator)).rows] == [3], (
        "lines are as in the file"
    )


@pytest.mark.parametrize(
    "title", ["Army of the North\t\t\n", "Army of the North\n\n1 June; morning, early\n", "\t\tArmy, North\n"]
)
def test_a_title_above_the_columns_is_passed_over_and_told(title):
    for separator in "\t;,":
        found = read(title.replace("\t", separator) + ROWS.format(separator))
        assert set(bodies(found)) == {"Rifles"} and "above the columns" in found.remarks[0].sentence
    assert read(ROWS.format("\t")).remarks == ()


def test_columns_that_nobody_knows_are_still_refused():
    with pytest.raises(Invalid, match="the first line must name the columns"):
        read("Army of the North\nRifles\tinfantry\t24\n")


def test_the_separator_is_that_which_names_most_columns():
    assert set(bodies(read("name,what (horse; foot),men\nRifles,infantry,24\n"))) == {"Rifles"}
    semicolons = "name;what (foot, horse);men;east\nRifles;infantry;24;\n"
    assert set(bodies(read(semicolons))) == {"Rifles"}


@pytest.mark.parametrize("unseen", ["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u00a0", "\u200e"])
def test_unseen_characters_at_the_ends_of_cells_are_passed_over(unseen):
    found = read(f"{unseen}name{unseen}\twhat{unseen}\tmen\n{unseen}Rifles\tinfantry{unseen}\t24{unseen}\n")
    assert bodies(found)["Rifles"]["men"] == 24


def test_letters_wrongly_read_are_told():
    found = read("name;what;men\nSch\u00c3\u00bctzen;infantry;24\n")
    assert "looks like “Schützen”, wrongly read" in found.remarks[0].sentence
    assert read("name;what;men\nSchützen Âge;infantry;24\n").remarks == ()
