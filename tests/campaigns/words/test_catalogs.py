"""The catalogs: up to date, German complete, gaps and tags kept; the command that sees to it; and what is said where none is compiled."""

from __future__ import annotations

import gettext
import os
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.core.management import CommandError, call_command
from django.test import override_settings

from campaigns.words import checks
from campaigns.words.catalogs import compile_catalog, read, stale, text_of, untranslated, updated
from kriegspiel.languages import LOCALE, languages
from kriegspiel.settings import BASE_DIR

CATALOGS = sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))
MARK = re.compile(r"\{\w*\}|%\(\w+\)[sd]|</?[a-z]+\b[^<>]*>|%%")


@pytest.mark.slow
def test_the_catalogs_are_up_to_date_and_the_german_ones_complete(capsys):
    try:
        call_command("words", check=True)
    except CommandError as fault:
        pytest.fail(f"{fault}\nmake words, then fill in what is empty:\n{capsys.readouterr().out}")


@pytest.mark.parametrize("path", CATALOGS, ids=lambda path: "/".join(path.parts[-3::2]))
def test_gaps_and_tags_are_those_of_the_english_message(path):
    wrong = []
    for message in read(path, path.parts[-3]):
        plural = isinstance(message.id, tuple)
        forms = message.string if plural else (message.string,)
        marks = {mark for one in (message.id if plural else (message.id,)) for mark in MARK.findall(one)}
        for form in (one for one in forms if message.id and one):
            if plural and set(MARK.findall(form)) <= marks:  # *one man* may stand without its number
                continue
            if sorted(MARK.findall(form)) != sorted(MARK.findall(message.id if not plural else message.id[1])):
                wrong.append((message.id, form))
    assert wrong == []


def test_every_catalog_is_compiled_as_it_stands():
    assert CATALOGS and stale(LOCALE) == []


def template(*messages: str | tuple[str, str]) -> Catalog:
    made = Catalog()
    for number, one in enumerate(messages):
        made.add(one, locations=[(f"campaigns/{number}.py", 0)])
    return made


WANTED = template("Halt", ("{n} man", "{n} men"), "A long message of many words " * 6)


def test_a_catalog_is_brought_up_to_date_and_nothing_is_guessed(tmp_path):
    path = tmp_path / "django.po"
    path.write_text('# told by hand\nmsgid "Halt"\nmsgstr "Halt!"\n\nmsgid "Halts"\nmsgstr "Weg"\n')
    catalog = updated(path, "de", WANTED)
    text = text_of(catalog, "de")
    assert '# told by hand\n#: campaigns/0.py\nmsgid "Halt"\nmsgstr "Halt!"\n' in text
    assert "Weg" not in text and "fuzzy" not in text and not re.search(r"\d{4}-\d\d|\.py:\d", text)
    assert "Plural-Forms: nplurals=2; plural=(n != 1);" in text and 'msgstr[1] ""' in text
    assert max(map(len, text.splitlines())) <= 130
    path.write_text(text)
    assert text_of(updated(path, "de", WANTED), "de") == text, "the same input, the same bytes"
    assert [one.id for one in untranslated(catalog)] == [("{n} man", "{n} men"), "A long message of many words " * 6]


def test_a_compiled_catalog_says_what_it_should(tmp_path):
    path = tmp_path / "de/LC_MESSAGES/django.po"
    path.parent.mkdir(parents=True)
    path.write_text('msgid "Halt"\nmsgstr "Halt!"\n\nmsgid "Go"\nmsgstr ""\n\n#, fuzzy\nmsgid "Stop"\nmsgstr "Nein"\n')
    assert stale(tmp_path) == [path]
    with compile_catalog(path).open("rb") as file:
        german = gettext.GNUTranslations(file)
    assert [german.gettext(one) for one in ("Halt", "Go", "Stop")] == ["Halt!", "Go", "Stop"]
    assert stale(tmp_path) == []
    os.utime(path, (path.stat().st_mtime + 10,) * 2)
    assert stale(tmp_path) == [path]


@pytest.fixture
def locale(tmp_path: Path) -> Path:
    """A folder of catalogs: Esperanto, of which there is nothing but an empty file."""
    path = tmp_path / "locale/eo/LC_MESSAGES/django.po"
    path.parent.mkdir(parents=True)
    path.write_text("")
    return tmp_path / "locale"


@pytest.mark.long
def test_a_language_costs_a_file_and_nothing_else(locale, capsys):
    assert languages(locale) == [("en-gb", "English"), ("eo", "Esperanto")]
    with override_settings(LOCALE_PATHS=[locale]):
        with pytest.raises(CommandError, match=r"eo/LC_MESSAGES/django\.po is not up to date: make words"):
            call_command("words", check=True)
        call_command("words")
        capsys.readouterr()
        call_command("words", check=True)
    assert re.search(r"djangojs\.po: (\d\d+) messages, \1 of them untranslated", capsys.readouterr().out)
    assert 'msgid "Packets that one waggon holds."\nmsgstr ""' in (locale / "eo/LC_MESSAGES/django.po").read_text()


def test_a_check_fails_where_a_catalog_is_not_compiled(locale, caplog):
    path = locale / "eo/LC_MESSAGES/django.po"
    with override_settings(LOCALE_PATHS=[locale]):
        (found,) = checks.catalogs_are_compiled()
        assert found.id == "words.E001" and "eo/LC_MESSAGES/django.po is not compiled" in found.msg
        checks.say_what_is_not_compiled()
        assert "is not compiled" in caplog.text and "make install" in caplog.text
        made = compile_catalog(path)
        assert checks.catalogs_are_compiled() == []
        os.utime(made, (path.stat().st_mtime - 10,) * 2)
        (found,) = checks.catalogs_are_compiled()
        assert found.id == "words.W001"


def test_the_container_and_make_compile_what_git_does_not_keep():
    assert "*.mo" in (BASE_DIR / ".gitignore").read_text().split()
    assert "**/*.mo" in (BASE_DIR / ".dockerignore").read_text().split()
    assert (
        'pybabel --quiet compile --directory locale --domain "django djangojs"' in (BASE_DIR / "Dockerfile").read_text()
    )
    rules = (BASE_DIR / "Makefile").read_text()
    for target in ("install", "run", "test", "whole"):
        (line,) = re.findall(rf"^{target}: (.*?) ##", rules, re.MULTILINE)
        assert "$(WORDS)" in line, target
