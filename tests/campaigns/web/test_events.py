"""Events as people read them."""

import importlib

import pytest

from campaigns.web.page.clauses import rulebook
from campaigns.web.page.events import grouped, in_names, losses, slips
from rules.contract.rules import Rules
from rules.kriegspiel.book import KRIEGSPIEL
from rules.little_wars.book import LITTLE_WARS
from rules.war_chess.book import WAR_CHESS
from tests.rules.kriegspiel.exercise import played

RULES = Rules(KRIEGSPIEL, KRIEGSPIEL.options({}))
NAMES = {"red-horse": "Ashdown's Hussars", "blue-foot": "The Vale Infantry", "horse": "Somebody's horse"}
CHARGE = {
    "event": "charge-delivered",
    "clause": "KS-CHARGE-18",
    "side": "red",
    "body": "red-horse",
    "target": "blue-foot",
    "sum": "24 x 1 against 24: the coin for red-horse: red-horse loses 6, blue-foot loses 18",
}


def test_a_sum_calls_things_by_their_names():
    said = "24 x 1 against 24: the coin for Ashdown's Hussars: Ashdown's Hussars loses 6, The Vale Infantry loses 18"
    assert grouped([CHARGE], NAMES, RULES)[0]["events"][0]["sum"] == said
    assert slips([CHARGE], NAMES, RULES)[0]["sum"] == said


def test_a_word_and_an_unknown_id_are_left_as_they_are():
    assert (
        in_names("one horse of red-lancers, two-thirds of five", NAMES)
        == "one horse of red-lancers, two-thirds of five"
    )


# -- slips -------------------------------------------------------------------------------------------


def an_event(name, **keys):
    return {"event": name, "clause": "KS-DEF-01", "side": "red", **keys}


def test_a_slip_carries_what_was_counted_before_it_and_what_followed_from_it():
    """The sheet by which a charge can be worked out again: its inputs, its sum, the toss, who was driven back, each with its clause."""
    told = [
        an_event("support-counted", body="red-horse", sum="0 friends"),
        an_event("coin-tossed", body="red-horse", target="blue-foot", winner="red-horse"),
        CHARGE,
        an_event("men-thrown-back", body="blue-foot"),
        an_event("body-marched", body="blue-foot"),
        an_event("melee-fought", body="red-foot", target="blue-guard"),
        an_event("prisoners-taken", body="blue-guard", captor="red-foot"),
    ]
    charge, melee = slips(told, NAMES, RULES)
    assert [one["event"] for one in charge["steps"]] == ["support-counted", "coin-tossed", "men-thrown-back"]
    assert [one["event"] for one in melee["steps"]] == ["prisoners-taken"]
    assert charge["inputs"] and charge["heading"] == "Contact"


def test_what_is_about_others_is_put_on_no_slip_of_these():
    told = [an_event("support-counted", body="blue-horse"), CHARGE, an_event("men-thrown-back", body="blue-guard")]
    (charge,) = slips(told, NAMES, RULES)
    assert charge["steps"] == []


def test_every_event_of_a_book_is_filed_under_a_heading():
    for book in (KRIEGSPIEL, LITTLE_WARS):
        unfiled = [name for name in names_of_events(book.key) if not book.report_section(name).heading]
        assert unfiled == []


LATER = ("work-advanced", "work-completed")
"""Events that go on the slip of what came before in the same move, and have their own where there is none."""


def names_of_events(key):
    """The names of all events of a book."""
    package = importlib.import_module(f"rules.{key.replace('-', '_')}.events")
    found = {
        one.name
        for one in vars(package).values()
        if isinstance(one, type) and isinstance(getattr(one, "name", None), str)
    }
    return sorted(found)


@pytest.mark.slow
def test_of_every_charge_shell_volley_melee_issue_and_work_of_a_day_there_is_a_complete_slip():
    """Each with the numbers needed to work it out, a clause that the rulebook has, and no bare id in its text."""
    law, kinds = rulebook(), set()
    for before, _, finding in played(24):
        names = {
            one: one.replace("-", " ").title() for group in before.values() if isinstance(group, dict) for one in group
        }
        told = [{**event, "sentence": KRIEGSPIEL.narrate(event, names)} for event in finding.events]
        made = slips(told, names, RULES)
        wanted = [event for event in finding.events if KRIEGSPIEL.report_section(event["event"]).slip == "slip"]
        assert [one["event"] for one in made if one["event"] not in LATER] == [one["event"] for one in wanted]
        for one in made:
            kinds.add(one["event"])
            assert one["clause"] in law and one["inputs"] and one["sentence"], one
            assert one["sum"] or one["event"] == "body-surrendered", one
            assert all(step["clause"] in law for step in one["steps"])
    assert kinds >= {
        "charge-delivered",
        "volley-fired",
        "melee-fought",
        "packets-due",
        "packets-given-up",
        "work-begun",
    }


def test_a_move_of_a_board_is_its_sentence_without_a_list_of_codes():
    rules = Rules(WAR_CHESS, WAR_CHESS.options({}))
    event = {"event": "figure-moved", "clause": "WC-MOVE-01", "side": "attacker", "figure": "aC", "from": 15, "to": 37}
    assert grouped([event], {}, rules)[0]["events"][0]["inputs"] == []
    assert grouped([CHARGE], NAMES, RULES)[0]["events"][0]["inputs"] != []


def test_a_loss_that_the_umpire_overruled_says_so_in_its_row():
    """Twin: the loss of another body does not."""
    events = [
        {"event": "charge-delivered", "body": "a", "target": "b", "chargers_lost": 2, "clause": "KS-CHARGE-18"},
    ]
    found = losses(
        events, {"a": "Rifles"}, RULES, [{"changes": [{"thing": "a", "key": "men", "was": 32, "value": 33}]}]
    )
    assert [row["ruled"][0]["value"] for row in found] == [33]
    assert all("ruled" not in row for row in losses(events, {}, RULES, [{"changes": [{"thing": "b"}]}]))


# -- shells of one gun ------------------------------------------------------------------------------


def shells(*dead, gun="gun-1"):
    """A shell of a gun for each number of dead, each with its sum."""
    return [
        an_event(
            "shell-fired",
            body=gun,
            inside={"blue-foot": 2 * men} if men else {},
            dead={"blue-foot": men} if men else {},
            sum=f"{men} killed",
            sentence=f"shell {number}",
        )
        for number, men in enumerate(dead)
    ]


def test_the_shells_of_one_gun_are_one_line_with_the_sum_of_its_dead_and_all_sums_inside():
    (line,) = grouped(shells(3, 0, 2), NAMES | {"gun-1": "Long Tom"}, RULES)[0]["events"]
    assert (
        line["sentence"]
        == "3 shells of Long Tom fell, 1 of them where nobody stood. Killed: 5 men of The Vale Infantry."
    )
    assert line["sums"] == [("shell 0", "3 killed"), ("shell 1", "0 killed"), ("shell 2", "2 killed")]
    assert (line["index"], line["also"], line["inputs"]) == (2, [0, 1], [])


def test_shells_that_hit_nobody_say_so_once():
    (line,) = grouped(shells(0, 0), NAMES | {"gun-1": "Long Tom"}, RULES)[0]["events"]
    assert line["sentence"] == "2 shells of Long Tom fell where nobody stood."


def test_a_single_shell_and_the_shells_of_another_gun_are_told_by_themselves():
    told = grouped(shells(3) + shells(0, gun="gun-2"), NAMES, RULES)[0]["events"]
    assert [one["sentence"] for one in told] == ["shell 0", "shell 0"] and not any("sums" in one for one in told)


def test_the_men_whom_cover_saved_from_the_shells_of_one_gun_are_one_line_with_their_sum():
    """Shell by shell, between the lines of the shells, as the engine tells them; another gun's stand by themselves."""

    def saved(men, gun="gun-1"):
        return an_event("men-covered", body=gun, men={"blue-foot": men}, sum=f"{men} covered", sentence=f"{men} saved")

    told = [one for men, shell in zip((2, 3), shells(1, 2), strict=True) for one in (saved(men), shell)]
    events = grouped([*told, saved(4, "gun-2")], NAMES | {"gun-1": "Long Tom"}, RULES)[0]["events"]
    line, of_another = (one for one in events if one["event"] == "men-covered")
    assert line["sentence"] == "Cover saved 5 men of The Vale Infantry from 2 shells of Long Tom."
    assert line["sums"] == [("2 saved", "2 covered"), ("3 saved", "3 covered")]
    assert of_another["sentence"] == "4 saved" and len(events) == 3
