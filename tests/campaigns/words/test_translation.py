"""What the catalog of a language has is its translation; what it has not is looked for with a capital and a full stop more or less."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.test import override_settings

from campaigns.words.catalogs import path_of
from campaigns.words.languages import in_language
from campaigns.words.translation import catalog, translated
from rules.values.sentence import capitalised, say, say_as, word

CODE = "xx"

SAID = [
    ("Message", "Message", None),
    ("message", "billet", None),
    ("{n} man", "{n} homme", None),
    ("It halts.", "Il s’arrête.", None),
    ("down", "en descente", None),
    ("down", "détruit", "of a bridge"),
    ("left", "left", "side"),
    ("left", "reste", None),
]


@pytest.fixture
def language(tmp_path):
    """A language that has what is said here."""
    made = Catalog()
    for message, said, context in SAID:
        made.add(message, said, context=context)
    path = path_of(tmp_path, CODE, "django").with_suffix(".mo")
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, made)
    catalog.cache_clear()
    with override_settings(LOCALE_PATHS=[tmp_path], LANGUAGES=[("en", "English"), (CODE, "Other")]), in_language(CODE):
        yield CODE
    catalog.cache_clear()


@pytest.mark.parametrize(
    ("text", "read"),
    [
        pytest.param(say("Message"), "Message", id="the same word in both languages is a translation"),
        pytest.param(word("message"), "billet", id="its neighbour"),
        pytest.param(capitalised(word("message")), "Message", id="with a capital it is the entry with a capital"),
        pytest.param(say("message."), "billet.", id="a full stop more"),
        pytest.param(say("It halts"), "Il s’arrête", id="a full stop less"),
        pytest.param(say("it halts."), "Il s’arrête.", id="a capital less"),
        pytest.param(say("Down"), "En descente", id="a capital more"),
        pytest.param(say_as("of a bridge", "down"), "détruit", id="what is meant"),
        pytest.param(say_as("of a bridge", "Down."), "Détruit.", id="what is meant, as a sentence"),
        pytest.param(say_as("side", "left"), "left", id="what is meant, the same word"),
        pytest.param(say_as("of a fork", "down"), "down", id="another meaning is no translation"),
        pytest.param(say("Nothing of it"), "Nothing of it", id="nothing"),
        pytest.param(say(""), "", id="empty"),
    ],
)
def test_a_message_is_read_as_the_catalog_has_it(language, text, read):
    assert translated(text) == read


def test_where_the_same_word_is_not_entered_its_neighbour_is_taken(tmp_path):
    made = Catalog()
    for message, said, _ in SAID[1:3]:
        made.add(message, said)
    path = path_of(tmp_path, CODE, "django").with_suffix(".mo")
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, made)
    catalog.cache_clear()
    with override_settings(LOCALE_PATHS=[tmp_path], LANGUAGES=[("en", "English"), (CODE, "Other")]), in_language(CODE):
        assert translated(say("Message")) == "Billet"
    catalog.cache_clear()
