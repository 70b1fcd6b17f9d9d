"""What is said is found: in Python sources, templates, scripts and registers."""

from __future__ import annotations

import pytest

from campaigns.words.extraction import not_constant, of_template, wanted
from campaigns.words.python_sources import Found, messages_of, unreadable

SOURCE = '''
"""say("in a docstring")"""
from django.utils.translation import gettext, pgettext
from rules.contract.sentences import counted
from rules.values.sentence import message, say, say_as, say_many, word, words

FORMATIONS = words("column", "line")
SENTENCES = {"gun-limbered": message("{body} limbered up."), "lost": message("{body} lost {men:man/men}.")}
NAMES: Mapping[str, str] = {"a": "nothing to be read"}


def tell(told, halted, n):
    a = say("{body} halted." if halted else "{body} marched {far} in. " "and {more}.", body=told)
    b = say_many("{n} gun of {body}", "{n} guns of {body}", n, body=told)
    c = counted(n, "man", "men") + counted(n, "horse") + counted(n, told)
    d = told.say("{bodies:list} and {bodies} fought {body.name:in}.")
    return a + b + c + d + word("ready") + gettext("Saved") + pgettext("rank", "file") + say_as("of a bridge", "down") + say("")
'''


def test_messages_of_a_source_are_found_in_the_sequence_in_which_they_stand():
    assert list(messages_of(SOURCE)) == [
        Found("column"),
        Found("line"),
        Found("{body} limbered up."),
        Found("{body} lost {men}."),
        Found("{n} man", "{n} men"),
        Found("{body} halted."),
        Found("{body} marched {far} in. and {more}."),
        Found("{n} gun of {body}", "{n} guns of {body}"),
        Found("{n} man", "{n} men"),
        Found("{n} horse", "{n} horses"),
        Found("{bodies} and {bodies2} fought {body}."),
        Found("ready"),
        Found("Saved"),
        Found("file", context="rank"),
        Found("down", context="of a bridge"),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "from campaigns.usecases.messages.umpires_messages import say\nsay('to somebody')",
        "def say(text): ...\nsay('of its own')",
        "def chart(say):\n    say('of a parameter')",
        "from rules.contract.options import word\nword('one', 'two')",
    ],
)
def test_what_is_only_called_so_says_nothing(source):
    assert list(messages_of(source)) == [] and unreadable(source) == []


def test_what_is_no_constant_is_told_by_its_line():
    source = (
        'from rules.values.sentence import say\nsay("Halt")\nsay(f"{body} halted")\nsay(HALT)\nsay_as(HALT, "Halt")'
    )
    assert unreadable(source) == [3, 4, 5]
    assert not_constant() == [], "these can be translated by nobody"


@pytest.mark.parametrize(
    ("template", "found"),
    [
        (
            "{% load i18n %}\n  <p>{% translate 'Halt' %}</p>\n <b>{% trans \"Go on\" %}</b>",
            [Found("Halt"), Found("Go on")],
        ),
        (
            "{% blocktranslate count n=men|length %}{{ n }} man{% plural %}{{ n }} men{% endblocktranslate %}",
            [Found("%(n)s man", "%(n)s men")],
        ),
        (
            "<a>{% blocktranslate trimmed with name=one.name %}\n   Made by {{ name }},\n   100% <em>true</em>\n{% endblocktranslate %}",
            [Found("Made by %(name)s, 100%% <em>true</em>")],
        ),
        (
            "{% translate 'file' context 'rank' %} {{ one|default:_('none') }}",
            [Found("file", context="rank"), Found("none")],
        ),
        ("    <script>if (a) {\n  b('it says')\n }</script>{{ name }}\n\t'unclosed", []),
    ],
)
def test_messages_of_a_template_are_found(template, found):
    assert list(of_template(template)) == found


@pytest.mark.slow
def test_what_is_wanted_has_its_places():
    found = wanted()
    places = {message.id: [place for place, _ in message.locations] for message in found["djangojs"]}
    assert places["Discard it"] == ["campaigns/static/campaigns/keep.js"]
    pages = {message.id: [place for place, _ in message.locations] for message in found["django"]}
    assert "rules/kriegspiel" in pages["Packets that one waggon holds."]
    meant = {(message.id, message.context) for message in found["django"]}
    assert {("Fire", "verb"), ("Fire", None)} <= meant, "an order, and a stage of the move"
    assert "rules/kriegspiel" in pages["siege bar (inches)"] and "rules/kriegspiel" in pages["Royal Engineers"]


JOINING = """
from rules.values.sentence import say
say("{far} {road}")
say("{name}, {text} = ({n})")
say("{name}: {text}")
"""
"""What only joins, and what French writes with a space before its colon."""


def test_of_another_tree_what_stands_in_it_is_wanted(tmp_path):
    for name, text in {
        "campaigns/web/one.py": 'from rules.values.sentence import say\nsay("Halt")',
        "rules/two.py": 'from rules.values.sentence import word\nword("Halt")',
        "templates/a/three.html": "{% translate 'Go on' %}",
        "campaigns/static/campaigns/four.js": 'gettext("Stop")',
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "rules/five.py").write_text(JOINING)
    found = wanted(tmp_path)
    assert [(one.id, one.locations) for one in found["django"] if one.id] == [
        ("Halt", [("campaigns/web/one.py", 0), ("rules/two.py", 0)]),
        ("{name}: {text}", [("rules/five.py", 0)]),
        ("Go on", [("templates/a/three.html", 0)]),
    ]
    assert [one.id for one in found["djangojs"] if one.id] == ["Stop"]
