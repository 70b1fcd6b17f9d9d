"""The rulebook's clauses, and helpers of the pages: plan, measures, signs."""

from __future__ import annotations

import doctest
import html
import re

import pytest
from django.test import Client

from campaigns.templatetags import marks
from campaigns.web.board import plan
from campaigns.web.page import clause_marks, clauses, clockface, measures

TEXT = """# Rules
**KS-MOVE-01 · Rates.** Infantry goes `12` in.
- *Ex* a *second* paragraph <b>
## Next
not of a clause
**KS-MOVE-02 · Roads.** Half as fast again.
"""


@pytest.mark.parametrize("module", [clauses, clause_marks, clockface, measures, plan, marks])
def test_the_examples_in_the_docstrings_hold(module):
    result = doctest.testmod(module)
    assert result.attempted and not result.failed


def test_clauses_are_read_without_their_marks_and_end_at_a_heading():
    found = clauses.parse(TEXT)
    assert list(found) == ["KS-MOVE-01", "KS-MOVE-02"]
    assert found["KS-MOVE-01"].title == "Rates"
    assert found["KS-MOVE-01"].lede == "Infantry goes `12` in."
    assert found["KS-MOVE-01"].text.endswith("paragraph <b>") and "not of a clause" not in found["KS-MOVE-01"].text


def test_a_clause_is_shown_escaped_with_its_neighbours(monkeypatch):
    from campaigns.web.people import views_rulebook

    monkeypatch.setattr(views_rulebook, "rulebook", lambda: clauses.parse(TEXT))
    page = Client().get("/rulebook/KS-MOVE-01/").content.decode()
    assert "&lt;b&gt;" in page and "KS-MOVE-02" in page
    assert "KS-MOVE-01" in Client().get("/rulebook/").content.decode()


LINES = {
    "de": "Der Text der Regelwerke ist auf Englisch. Er ist nicht übersetzt.",
    "fr": "Le texte des règlements est en anglais. Il n’est pas traduit.",
}


@pytest.mark.parametrize("language", ["en", *LINES])
def test_the_rulebook_says_in_the_readers_language_that_its_text_is_english(monkeypatch, language):
    from campaigns.web.people import views_rulebook

    monkeypatch.setattr(views_rulebook, "rulebook", lambda: clauses.parse(TEXT))
    reading = next(iter(clauses.readings()))
    for page in ("", "KS-MOVE-01/", f"{reading}/", "readings/", "proved/"):
        told = Client(headers={"accept-language": language}).get(f"/rulebook/{page}").content.decode()
        assert [one for one, line in LINES.items() if line in told] == [one for one in LINES if one == language]
        assert ("The text of the rulebooks is in English." in told) is False
        assert re.search(r'<\w+[^>]* lang="en"[^>]*>[^<]', told)


MARKS = re.compile(
    r"†|\[(?:—|[A-Z]{1,3}(?:/[A-Z]{1,3})*)\]|\b(?:CORE|CH2|CASE|EXT|PAST|UMP)\b(?!-)|(?<![\w-])[Ls]\d{2,3}\b|\b[SIU]: the chargers"
)
"""Marks of a rulebook's authors that no player understands."""


def test_no_mark_of_a_rulebook_reaches_a_page():
    """All of it is in words: the source of a clause, who judges it, what the letters of its formulas are."""
    told = {
        name: MARKS.findall(re.sub("<[^>]*>", "", str(one.html)))
        for name, one in clauses.rulebook().items()
        if one.book != "war-chess"
    }
    told |= {
        name: re.findall(r"†|\[[TPDR/]+\]", one.text)
        for name, one in clauses.rulebook().items()
        if one.book == "war-chess"
    }
    assert {name: found for name, found in told.items() if found} == {}
    page = Client().get("/rulebook/KS-CHARGE-05/").content.decode()
    assert "From the Appendix." in page and "S: the sabres charging; I: the infantry charged." in page
    assert "in force." in Client().get("/rulebook/LW-CTRY-06/").content.decode()


@pytest.mark.parametrize("book", clauses.BOOKS)
def test_what_is_said_not_to_be_covered_is_not_and_nothing_else_is(book):
    """The list of clauses marks those without a case by the conformance, and no text says by hand that it is not played."""
    states = {name: one["state"] for name, one in clauses.conformance()[book]["clauses"].items()}
    page = Client().get(f"/rulebook/?book={book}").content.decode()
    items = dict(re.findall(r'<li><a href="/rulebook/([A-Za-z0-9-]+)/">(.*?)</li>', page, re.S))
    assert set(items) == set(states)
    assert [name for name in items if "no case yet" in items[name]] == [
        name for name in states if states[name] == "not-covered"
    ]
    text = clauses.read_document("rulebooks", f"{book}.md")
    assert [words for words in ("†", "not in the engine yet", "does not play yet") if words in text] == []


def test_a_clause_that_is_not_printed_is_shown_by_its_number():
    page = Client().get("/rulebook/KS-NONE-99/")
    assert page.status_code == 200 and "KS-NONE-99" in page.content.decode()


def test_a_step_never_goes_farther_than_was_said():
    from rules.values.measure import INCH, leg

    for bearing in range(0, 360, 7):
        for inches in (1, 5.5, 12, 35.9375):
            x, y = measures.step((0, 0), bearing, inches)
            assert inches * INCH - 1 <= leg((0, 0), (round(x * INCH), round(y * INCH))) <= inches * INCH


def test_the_labels_of_a_plan_do_not_cover_one_another():
    things = [
        {
            "thing": str(n),
            "name": f"Body number {n}",
            "side": "red",
            "arm": "infantry",
            "at": [60 + n * 14, 60],
            "facing": 0,
        }
        for n in range(8)
    ]
    drawn = plan.draw_plan(things, [24, 16])
    boxes = [
        (x - len(sign.name) * 4.2, y - 15, x + len(sign.name) * 4.2, y)
        for sign in drawn.signs
        for x, y in [(sign.x + sign.label[0], sign.y + sign.label[1])]
    ]
    assert len(boxes) == len(things)
    for one in range(len(boxes)):
        for other in range(one):
            a, b = boxes[one], boxes[other]
            assert a[2] <= b[0] or a[0] >= b[2] or a[3] <= b[1] or a[1] >= b[3]


def test_a_plan_of_nothing_is_none():
    assert plan.draw_plan([]) is None


def test_a_table_of_a_clause_is_a_table_and_what_it_cites_is_a_link():
    page = Client().get("/rulebook/KS-CHARGE-03/").content.decode()
    assert "<table>" in page and "<td>over 12 in., to 24 in.</td>" in page
    assert 'href="/rulebook/KS-CHARGE-16/"' in Client().get("/rulebook/KS-CHARGE-21/").content.decode()


def test_a_clause_shows_the_cases_that_prove_it():
    page = Client().get("/rulebook/KS-CHARGE-06/").content.decode()
    assert "KTC-KS-CHARGE-06-1" in page and "Tests" in page
    assert "No case:" in Client().get("/rulebook/KS-AIM-01/").content.decode()


# -- all rulebooks, their rulings and readings, and what is proved --------------------------------------


def test_every_clause_of_every_rulebook_has_a_page_of_its_own_with_a_chapter():
    book = clauses.rulebook()
    assert {"KS-CHARGE-08", "WC-OBL-08", "CH79-01", "LAWS-01a"} <= book.keys()
    assert all(one.chapter and one.title for one in book.values())
    page = Client()
    for name in ("WC-OBL-08", "CH79-01"):
        answer = page.get(f"/rulebook/{name}/")
        assert answer.status_code == 200 and book[name].title in html.unescape(answer.content.decode())
    assert "WC-OBL-08" in page.get("/rulebook/?book=war-chess").content.decode()
    assert "WC-OBL-08" not in page.get("/rulebook/").content.decode()


def test_each_ruling_of_a_clause_has_a_place_to_which_others_can_link():
    page = Client().get("/rulebook/KS-OFF-03/").content.decode()
    assert 'id="ruling-1"' in page and 'href="#ruling-1"' in page
    assert 'id="ruling-3"' not in page, "it has one ruling and one example"


def test_each_reading_has_a_page_of_its_own_and_stands_with_its_clause():
    assert 'href="/rulebook/KTI-KS-119/"' in Client().get("/rulebook/KS-GENL-04/").content.decode()
    page = Client().get("/rulebook/KTI-KS-119/")
    told = page.content.decode()
    assert page.status_code == 200 and "/rulebook/KS-GENL-04/" in told and "Ours, and why" in told
    assert Client().get("/rulebook/KTI-KS-9999/").status_code == 404
    listed = Client().get("/rulebook/readings/").content.decode()
    assert all(f"/rulebook/{name}/" in listed for name in clauses.readings())


def test_the_readings_are_those_of_the_document():
    text = clauses.read_document("readings.md")
    assert len(clauses.readings()) == text.count("\n| KTI-")
    assert all(
        one.readings and one.ours and set(one.clauses) <= clauses.rulebook().keys()
        for one in clauses.readings().values()
    )


def test_what_the_cases_prove_is_told_clause_by_clause_with_the_reason_where_there_is_none():
    run = clauses.conformance()["kriegspiel"]["clauses"]
    page = html.unescape(Client().get("/rulebook/proved/").content.decode())
    assert all(f"/rulebook/{name}/" in page for name in run)
    assert "it says what the sketch is" in page and "Not applicable" in page
    states = [one["state"] for one in run.values()]
    assert f"<dd>{states.count('pass')}</dd>" in page


def test_a_citation_in_any_text_is_a_link_and_what_only_looks_like_one_is_not():
    said = clauses.linked("See KS-LW-12, WC-OBL-08 and KTI-KS-119; SHA-256, MP3-20.")
    assert said.count("](/rulebook/") == 3 and "SHA-256, MP3-20." in said


def test_the_pages_of_the_rulebook_ask_the_database_for_nothing_but_who_reads(db, django_assert_max_num_queries):
    for address in ("", "?book=chess", "readings/", "proved/", "KS-OFF-03/", "KTI-KS-1/"):
        with django_assert_max_num_queries(3):
            assert Client().get(f"/rulebook/{address}").status_code == 200


def test_a_clause_of_the_house_has_a_page_and_stands_in_a_rulebook_of_its_own():
    page = Client().get("/rulebook/HOUSE-SIGHT-04/").content.decode()
    assert "What hides" in page and "Our own rule, for the books are silent." in page
    assert 'href="/rulebook/KS-CONT-05/"' in page and 'href="/rulebook/KTI-HOUSE-SIGHT-12/"' in page
    listed = Client().get("/rulebook/?book=sight").content.decode()
    assert "/rulebook/HOUSE-SIGHT-01/" in listed and "/rulebook/KS-CONT-05/" not in listed
    assert "/rulebook/HOUSE-SIGHT-01/" not in Client().get("/rulebook/").content.decode()
