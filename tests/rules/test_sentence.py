"""A sentence is its English text and the message of which it was made, and both survive whatever is done with it."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.adjudication import KINDS, a_move
from rules.contract.sentences import EventWords, counted, list_of_words
from rules.kriegspiel.events import BodyMarched
from rules.values import sentence as sentences
from rules.values.measure import inches
from rules.values.sentence import (
    MARK,
    Sentence,
    capitalised,
    changed,
    coded,
    decoded,
    dumps,
    joined,
    packed,
    read_by,
    say,
    say_as,
    say_many,
    to_join,
    to_say,
    to_say_many,
    unpacked,
    word,
    worded,
)

PLAIN = st.text(st.characters(exclude_characters="{}", exclude_categories=("Cs", "Cc")), max_size=12)
NAMES = st.sampled_from(["body", "far", "n0"])


def _messages(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Messages with gaps, and runs of texts, filled with texts and numbers."""
    values = inner | st.integers(-5, 500)
    filled = st.dictionaries(NAMES, values, max_size=3)
    texts = st.lists(PLAIN, min_size=1, max_size=3)
    one = st.builds(
        lambda parts, gaps: say(" ".join(parts) + "".join(f"{{{name}}}" for name in gaps), **gaps), texts, filled
    )
    many = st.builds(lambda n, text: say_many(f"{{n}} {text}", f"{{n}} {text}s", n), st.integers(0, 3), PLAIN)
    run = st.builds(joined, PLAIN, st.lists(inner, max_size=3))
    meant = st.builds(say_as, PLAIN, PLAIN)
    return one | many | run | meant | st.builds(capitalised, run | one | meant)


SENTENCES = st.recursive(PLAIN, _messages, max_leaves=6)


class Backwards:
    """A language in which every message is its English with its words in the opposite sequence."""

    def message(self, message: str, context: str = "") -> str:
        return " ".join(reversed(message.split(" ")))

    def plural(self, one: str, many: str, number: int) -> str:
        return self.message(one if number == 1 else many)


class English:
    """English: a reader who changes nothing."""

    def message(self, message: str, context: str = "") -> str:
        return message

    def plural(self, one: str, many: str, number: int) -> str:
        return one if number == 1 else many


@given(SENTENCES)
def test_what_is_coded_is_decoded_to_the_same_text_and_the_same_message(text):
    back = decoded(json.loads(json.dumps(coded(text))))
    assert back == text and coded(back) == coded(text)


@given(SENTENCES)
def test_read_in_english_a_sentence_is_its_own_text(text):
    assert read_by(English(), text) == text


@given(st.recursive(SENTENCES | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(PLAIN, inner)))
def test_plain_data_that_was_packed_is_the_same_when_it_is_unpacked(data):
    kept = json.loads(json.dumps(packed(data)))
    assert unpacked(kept) == data
    assert packed(unpacked(kept)) == kept


@given(st.text(max_size=8).map(MARK.__add__) | SENTENCES.map(lambda text: packed(text)))
def test_what_somebody_wrote_is_never_taken_for_a_sentence_however_it_begins(text):
    typed = str.__str__(text)
    back = unpacked(json.loads(json.dumps(packed({"typed": [typed]}))))["typed"][0]
    assert back == typed and type(back) is str


@pytest.mark.parametrize("gap", ["{a.__class__}", "{a[0]}", "{a!r}", "{a:>9}", "{}", "{0}"])
def test_a_message_from_data_has_gaps_of_names_alone_and_reads_nothing_of_what_fills_them(gap):
    forged = MARK + json.dumps({"message": f"It halts. {gap}", "arguments": {"a": {"message": "x"}, "0": "y"}})
    assert unpacked(forged) == forged and type(unpacked(forged)) is str
    with pytest.raises(ValueError, match="a gap of a message is a name"):
        decoded(json.loads(forged.removeprefix(MARK)))


@given(SENTENCES)
def test_copies_and_pickles_keep_the_message(text):
    for made in (copy.deepcopy(text), pickle.loads(pickle.dumps(text))):
        assert made == text and coded(made) == coded(text)


@given(SENTENCES)
def test_a_sentence_is_written_once_and_its_copies_write_the_same(text):
    kept = packed(text)
    assert packed([text])[0] is kept if isinstance(text, Sentence) else packed(text) == kept
    assert packed(pickle.loads(pickle.dumps(text))) == packed(copy.deepcopy(text)) == kept


def test_what_fills_the_end_of_a_sentence_brings_no_second_full_stop_in_any_language():
    till = say("Until {day}.", day="3. Dez.")
    assert read_by(English(), till) == till == "Until 3. Dez."
    assert read_by(Backwards(), say("{day}. Until", day="3. Dez.")) == "Until 3. Dez."
    typed = say("Stopped: {why}. Wait", why="too late...")
    assert typed == "Stopped: too late.... Wait" and isinstance(typed, Sentence), "dots that were meant stay"


def test_another_language_gets_the_message_and_its_arguments():
    marched = say("{body} marched {far}.", body="The Guards of York", far=inches(6 * 16))
    assert read_by(Backwards(), marched) == "in. 6 marched The Guards of York" or "marched" in read_by(
        Backwards(), marched
    )
    assert read_by(Backwards(), counted(3, "man", "men")) == "men 3"
    assert read_by(Backwards(), "The Guards of York") == "The Guards of York", "a name stays a name"


def test_a_translation_with_a_gap_that_nobody_fills_is_passed_over():
    class Wrong(English):
        def message(self, message: str, context: str = "") -> str:
            return "{nobody} ging" if "marched" in message else message

    assert read_by(Wrong(), say("{body} marched.", body="The Guards")) == "The Guards marched."


class Meanings(English):
    """A language that tells what is meant."""

    def message(self, message: str, context: str = "") -> str:
        return f"{message} ({context})" if context else message


@pytest.mark.parametrize(
    "change", [lambda text: decoded(coded(text)), copy.deepcopy, str, lambda text: changed(text, str)]
)
def test_what_a_message_means_stays_with_it(change):
    text = change(say_as("of a bridge", "{what} is down.", what=say_as("rank", "file")))
    assert text == "file is down."
    assert read_by(Meanings(), text) == "file (rank) is down. (of a bridge)"


def test_a_word_with_a_capital_and_a_message_without_its_stop_mean_the_same():
    assert read_by(Meanings(), capitalised(say_as("of a bridge", "down"))) == "Down (of a bridge)"
    assert read_by(Meanings(), say_as("of a bridge", "down.").removesuffix(".")) == "down (of a bridge)"
    assert read_by(Meanings(), capitalised(say("down"))) == "Down"


@pytest.mark.parametrize(
    "text",
    [
        MARK,
        f"{MARK}{{",
        f"{MARK}[]",
        f"{MARK}1",
        MARK + '{"message": 7}',
        MARK + '{"message": "a", "context": 7}',
        MARK + "{}",
    ],
)
def test_a_text_that_only_begins_like_a_sentence_stays_text(text):
    assert unpacked(text) == text and type(unpacked(text)) is str


def test_joining_text_makes_a_sentence_that_is_read_part_by_part():
    run = say("The Guards halt.") + " " + say("Nobody fires.")
    assert run == "The Guards halt. Nobody fires."
    assert read_by(Backwards(), run) == "halt. Guards The fires. Nobody"
    assert isinstance("— " + run, Sentence) and isinstance(run + "!", Sentence)


def test_a_part_of_a_sentence_is_plain_and_the_whole_of_it_is_not():
    sentence = say("It halts.")
    assert sentence[:500] is sentence and type(sentence[:2]) is str
    assert sentence.strip() is sentence and sentence.removesuffix(".") == "It halts"
    assert isinstance(sentence.removesuffix("."), Sentence) and sentence.removesuffix("!") is sentence


def test_what_people_wrote_is_changed_and_the_messages_are_not():
    named = changed(say("{body} and {other} halt.", body="red-foot", other=word("red-foot")), lambda one: one.title())
    assert named == "Red-Foot and red-foot halt."


def test_an_event_is_told_by_its_fields_and_a_field_that_is_not_there_is_the_enemy():
    told = EventWords({"body": "a", "dead": {"b": 2, "c": 1}, "men": 1}, {"a": "The Guards", "b": "The Buffs"})
    assert (
        told.say("{body}, {men:man/men}, killed {dead:men}.")
        == "The Guards, 1 man, killed 2 men of The Buffs and 1 man of c."
    )
    assert told.say("{body} fired at {target}.") == "The Guards fired at the enemy."
    assert list_of_words(["a", "b", "c"]) == "a, b and c"


def test_what_is_to_be_said_is_worded_when_it_is_read():
    worded_so_far = []

    class Number(int):
        def __format__(self, spec):
            worded_so_far.append(int(self))
            return super().__format__(spec)

    unread = to_say("{pace} = {cost}", pace=to_join(" + ", [to_say("{n} in.", n=Number(3)), "road"]), cost="1/4")
    assert not worded_so_far
    assert worded(unread) == say("{pace} = {cost}", pace="3 in. + road", cost="1/4") == "3 in. + road = 1/4"
    assert worded_so_far == [3]


def test_what_is_to_be_said_becomes_the_very_sentence_that_is_said():
    for unread, sentence in (
        (to_say("{n} of {kind}", n=2, kind=word("food")), say("{n} of {kind}", n=2, kind=word("food"))),
        (to_say_many("{n} shot", "{n} shots", 3), say_many("{n} shot", "{n} shots", 3)),
        (to_join("; ", ["a", to_say("{n} in..", n=1)]), joined("; ", ["a", say("{n} in..", n=1)])),
        (to_say("{a}", a=to_say("{b}", b=to_say("c"))), say("{a}", a=say("{b}", b=say("c")))),
    ):
        assert worded(unread) == sentence
        assert dumps(worded(unread)) == dumps(sentence)


def test_a_text_is_worded_already():
    assert worded("Hartley") == "Hartley"
    sentence = say("Halt")
    assert worded(sentence) is sentence


def test_what_is_to_be_said_fills_no_gap_of_what_is_said_already():
    with pytest.raises(TypeError):
        say("{pace} = 1", pace=to_say("{n} in.", n=3))


def test_the_sum_of_an_event_is_a_sentence_in_plain_data():
    event = BodyMarched(clause="KS-MOVE-01", side="red", body="foot", distance=16, cost="1", sum=to_say("{n} in.", n=1))
    told = event.data()["sum"]
    assert isinstance(told, Sentence)
    assert dumps(told) == dumps(say("{n} in.", n=1))


@pytest.mark.parametrize(("kind", "own_moves"), KINDS)
def test_a_move_words_nothing_that_nobody_has_read_yet(kind, own_moves, monkeypatch):
    """Lengths and counts that are worded once are kept; so the move is made once before."""
    move = a_move(24, own_moves, 1913)
    move()
    made = []
    sentence = sentences._sentence
    monkeypatch.setattr(sentences, "_sentence", lambda text, how: made.append(text) or sentence(text, how))
    outcome = move()
    assert not made
    assert all(event.data()["sum"] for event in outcome.events if event.sum)
    assert made


def test_places_are_handed_on_as_they_are_and_every_text_is_looked_at():
    line = [[1, 2], [3.5, 4]]
    data = {"line": line, "at": [1, 2], "said": [say("{n} men", n=3), f"{MARK}mine"], "deep": [[f"{MARK}x"], [1, "y"]]}
    there = packed(data)
    assert there["at"] is data["at"] and there["line"][0] is line[0], "most of what is kept is places"
    assert unpacked(json.loads(json.dumps(there))) == data
    assert there["said"][1] == f"{MARK}{MARK}mine" and there["deep"][0] == [f"{MARK}{MARK}x"]
