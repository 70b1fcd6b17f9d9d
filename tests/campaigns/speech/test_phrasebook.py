"""The phrasebook: sentences with gaps are matched, what people wrote stays as it is, and the German book is complete."""

from __future__ import annotations

import re

import pytest

from campaigns.speech import in_language, said
from campaigns.speech.gather import gathered, sentences_of
from campaigns.speech.phrasebook import Phrasebook
from campaigns.speech.po import entries_of, kept_by_hand, read_po, write_po
from campaigns.speech.tongue import HERE, phrasebook
from rules.errors import Invalid

STALE = 40
"""Entries that may be in the book though they are no longer used, until ``make words`` is run again."""

MARK = re.compile(r"</?[a-z]+\d*>|\{[a-z_][a-z_0-9]*", re.IGNORECASE)
BOOK = Phrasebook(
    {
        "{body} marched {distance}": "{body} marschierte {distance}",
        "{body} was destroyed.": "{body} wurde zerstört.",
        "{side} shouted: “{text}”.": "{side} rief: „{text}“.",
        "{n} men": "{n} Mann",
        "{n} gun{ending}": "{n} {n:Geschütz|Geschütze}",
        "Ready": "Bereit",
        "reason: text is wanted": "Grund: Text fehlt",
    },
    [(r"(\d+) in\b\.?", r"\1 Zoll")],
)


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("The Fusiliers marched 7 in.", "The Fusiliers marschierte 7 Zoll."),
        ("Ready", "Bereit"),
        ("Reason: text is wanted.", "Grund: Text fehlt."),
        (
            "The Mill was destroyed. The Fusiliers marched 3 in.",
            "The Mill wurde zerstört. The Fusiliers marschierte 3 Zoll.",
        ),
        ("Red shouted: “Ready”.", "Red rief: „Ready“."),
        ("what nobody put in the book", "what nobody put in the book"),
        (" Ready ", " Bereit "),
        ("12:05", "12:05"),
    ],
)
def test_a_sentence_is_found_again_whatever_stands_in_its_gaps(english, german):
    assert BOOK.say(english) == german


def test_a_sentence_that_only_happens_to_end_like_an_entry_is_left_alone():
    letter = "I hope that you and the rest of the family have had a good time and that it was destroyed."
    assert BOOK.say(letter) == letter


def test_sentences_are_read_from_the_sources_with_their_gaps():
    source = "def f(far, gun):\n    \"a docstring of words\"\n    return f\"{gun.name} is {far} in. off{'.' if far else '!'}\""
    assert list(sentences_of(source)) == ["{name} is {far} in. off."] or "{name} is {far} in. off!" in list(
        sentences_of(source)
    )


def test_a_file_comes_back_as_it_was_written_and_a_fault_in_it_is_named():
    entries = {"Time": "Zeit", 'He said "no"\n': "Er sagte „nein“\n"}
    assert read_po(write_po(entries, {"Time": ["a.py"]}, "# head")) == entries
    with pytest.raises(Invalid, match="line 1"):
        read_po("msgctxt 3")
    with pytest.raises(Invalid, match="twice"):
        read_po('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n')


def test_the_german_book_has_the_gaps_and_tags_of_the_english_one():
    wrong = [
        english
        for english, german in entries_of(HERE / "de.po").items()
        if german and set(MARK.findall(english)) != set(MARK.findall(german))
    ]
    assert wrong == []


@pytest.mark.slow
def test_nothing_that_is_said_is_without_german():
    german = entries_of(HERE / "de.po")
    wanting = [entry for entry in gathered() if not german.get(entry)]
    assert not wanting, "make words, then say these in German:\n" + "\n".join(wanting)


@pytest.mark.slow
def test_nothing_is_kept_in_the_book_that_nobody_says():
    path = HERE / "de.po"
    stale = set(entries_of(path)) - set(gathered()) - kept_by_hand(path)
    assert len(stale) <= STALE, "make words takes these out:\n" + "\n".join(sorted(stale))


def test_german_is_said_where_german_is_spoken_and_nowhere_else():
    assert said("Your address is saved.") == "Your address is saved."
    with in_language("de"):
        assert said("Your address is saved.") == "Ihre Adresse ist gespeichert."
        assert (
            said("The result of move 12 is published. Your report is ready.")
            == "Das Ergebnis von Zug 12 ist veröffentlicht. Ihr Bericht liegt bereit."
        )
    with in_language("tlh"):
        assert said("Your address is saved.") == "Your address is saved."
    assert phrasebook("de").say("The Hussars limbered up.") == "The Hussars protzte auf."
