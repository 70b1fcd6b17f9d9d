"""Every word of the templates is marked, is in the catalogs, and can stand in another language wherever it stands in English."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Message
from django.template import engines
from django.utils.translation import gettext, ngettext, override

from campaigns.words.catalogs import languages_in, path_of, read
from campaigns.words.extraction import of_template
from kriegspiel.languages import ENGLISH, LOCALE
from tests.campaigns.words.unmarked import unmarked
from tests.clauses import ROOT

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
GAP = re.compile(r"%\(\w+\)s|%%")
TAG = re.compile(r"<[^>]*>")


def messages() -> dict[tuple[str, ...], str]:
    """The messages of all templates, of one form or of two, each with a template in which it stands."""
    return {
        tuple(filter(None, (one.message, one.many))): path.name
        for path in TEMPLATES
        for one in of_template(path.read_text(encoding="utf-8"))
    }


def forms_of(message: Message) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a message of a catalog is in English, and what it is in the other language, form by form."""
    one, other = message.id, message.string
    return (one if isinstance(one, tuple) else (one,)), (tuple(other) if isinstance(other, tuple | list) else (other,))


def faults_of(english: tuple[str, ...], other: tuple[str, ...]) -> Iterator[str]:
    """What of a translation would break a page: its gaps and tags are others, or what stands in an attribute ends it."""
    for form in filter(None, other):
        if {*GAP.findall(form)} - {*GAP.findall(" ".join(english))}:
            yield f"{form!r} has other gaps than {english[-1]!r}"
        if len(other) == 1 and {*GAP.findall(form)} != {*GAP.findall(english[0])}:
            yield f"{form!r} lacks gaps of {english[0]!r}"
        if Counter(TAG.findall(form)) != Counter(TAG.findall(english[-1])):
            yield f"{form!r} has other tags than {english[-1]!r}"
        if re.search(r"[\"<>]", TAG.sub("", form)):
            yield f"{form!r} would end an attribute or begin a tag"


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_every_word_of_a_template_is_marked(path):
    assert unmarked(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Halt</p>", ["Halt"]),
        ("<p class='small'>{% if a %}ready{% endif %}</p>", ["ready"]),
        ("<p title='{% if a %}Ready{% endif %}'>{{ a }}</p>", ["Ready"]),
        ('<input placeholder="Name" value="Red">', ["Name"]),
        ("{{ n }} gun{{ n|pluralize }}", ["gun", "|pluralize"]),
        ("<p>{{ a|default:'none' }} {{ a|yesno:\"yes,no\" }}</p>", ["none", "yes,no"]),
        ('{% include "a.html" with label="Quiet from" name="quiet" %}', ["Quiet from"]),
        ('<span lang="en">Law</span> and <b>order</b>', ["and", "order"]),
        ('<script>let words = "a";</script>after<style>b</style>', ["after"]),
        ("{% blocktranslate %}One{% endblocktranslate %} two", ["two"]),
    ],
)
def test_a_word_that_is_not_marked_is_found(source, found):
    assert unmarked(source) == found


@pytest.mark.parametrize(
    "source",
    [
        '<p title="{% translate "Halt" %}">{% translate "Halt" %}</p>',
        '{% url "desk" 3 as desk_url %}{% blocktranslate %}<a title="Go" href="{{ desk_url }}">Go</a>{% endblocktranslate %}',
        "{% blocktranslate count n=guns|length %}{{ n }} gun{% plural %}{{ n }} guns{% endblocktranslate %}",
        '{% include "a.html" with label=_("Quiet from") kind="time" %}{{ a|default:_("none") }}',
        '<p class="small" data-mine="{{ mine|yesno }}" lang="en">Law &amp; order</p><p>&nbsp;· 3 → 4 <!-- a word --></p>',
        '<textarea name="text">{{ text|default:"x" }}typed</textarea>{{ post.side|capfirst }}',
    ],
)
def test_what_is_marked_and_what_is_no_word_is_left_alone(source):
    assert unmarked(source) == []


def test_every_message_of_the_templates_has_its_german():
    german = dict(map(forms_of, read(path_of(LOCALE, "de", "django"), "de")))
    kept = {one: other for forms, other in german.items() for one in forms}
    assert len(messages()) > 1400
    assert [f"{where}: {forms}" for forms, where in messages().items() if not all(kept.get(forms[0], ("",)))] == []


@pytest.mark.parametrize("language", languages_in(LOCALE))
def test_no_translation_breaks_a_page(language):
    catalog = read(path_of(LOCALE, language, "django"), language)
    of_templates = [one for one in catalog if any(place.startswith("templates/") for place, _ in one.locations)]
    assert len(of_templates) > 1400
    assert [fault for one in of_templates for fault in faults_of(*forms_of(one))] == []


@pytest.mark.parametrize(
    ("english", "other"),
    [
        (("Sent %(at)s",), ("Gesendet %(when)s",)),
        (("Sent %(at)s",), ("Gesendet",)),
        (("%(n)s gun", "%(n)s guns"), ("%(n)s Geschütz", "%(m)s Geschütze")),
        (("See <em>this</em>",), ("Siehe <b>dies</b>",)),
        (("The “mill”",), ('Die "Mühle"',)),
        (("Less",), ("< 3",)),
    ],
)
def test_a_translation_that_would_break_a_page_is_found(english, other):
    assert list(faults_of(english, other))
    assert not list(faults_of(english, english))


def test_english_is_as_it_is_written_though_django_has_an_english_catalog_of_its_own():
    with override(ENGLISH):
        assert [
            forms for forms in messages() if gettext(forms[0]) != forms[0] or ngettext(*(forms * 2)[:2], 2) != forms[-1]
        ] == []


def test_a_page_is_in_german_with_its_gaps_filled_and_what_stood_in_them_escaped():
    source = (
        '{% load i18n marks %}<p title="{% translate "The desk" %}">{% side "red" name as side_name %}'
        "{% blocktranslate %}{{ side_name }} is to move.{% endblocktranslate %}</p>"
        "{% blocktranslate count n=guns|length %}{{ n }} order{% plural %}{{ n }} orders{% endblocktranslate %}"
    )
    template = engines["django"].from_string(source)
    with override("de"):
        page = template.render({"name": "R<b>", "guns": "ab"})
    assert page.startswith('<p title="Der Tisch"><span class="side side-red"><svg') and page.endswith("2 Befehle")
    assert "</svg>R&lt;b&gt;</span> ist am Zug.</p>" in page
    assert "</span> is to move.</p>2 orders" in template.render({"name": "Red", "guns": "ab"})
