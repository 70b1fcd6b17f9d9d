"""The pages after a battle, and what is exported from them: PDF, CSV, JSON."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from fpdf import FPDF

from campaigns.models import Post
from campaigns.web.reports.after_csv import HEADS, harmless
from tests.campaigns.api.test_queries import by_session
from tests.campaigns.looked_back import CANARIES, OF_RED, fought, over
from tests.campaigns.web.conftest import Page, client_of, url

pytestmark = [pytest.mark.slow, pytest.mark.long]  # a whole exercise, in every form of report

PAGES = ("after", "forces", "replay", "draws", "situation", "print-sheet")
FILES = ("after-pdf", "after-csv")


@pytest.fixture
def battle(cast):
    """A battle that is over, its papers closed."""
    return over(cast)


@pytest.fixture
def printed(monkeypatch):
    """Every text on a printed sheet."""
    said = []
    real = FPDF.normalize_text

    def spy(self, text):
        said.append(text)
        return real(self, text)

    monkeypatch.setattr(FPDF, "normalize_text", spy)
    return said


@pytest.mark.parametrize("who", ["umpire", "red_foot", "blue_general", "official", "observer"])
def test_every_page_opens_for_whoever_holds_a_post(cast, battle, who):
    client = client_of(getattr(cast, who))
    for name in (*PAGES, *FILES):
        answer = client.get(url(name, battle))
        assert answer.status_code == 200, name
        assert answer["Cache-Control"] == f"private, {'no-cache' if 'ETag' in answer else 'no-store'}", name
        if name in PAGES:
            page = Page(answer)
            assert page.tags.get("h1") == 1 and page.unlabelled == [] and page.strange == [], name
            assert len(page.ids) == len(set(page.ids)), name


@pytest.mark.parametrize("name", [*PAGES, *FILES])
def test_nobody_else_comes_in(cast, battle, client, name):
    assert client_of(cast.bystander).get(url(name, battle)).status_code == 404
    assert client.get(url(name, battle)).status_code == 302
    assert client_of(cast.red_foot).post(url(name, battle)).status_code == 405


@pytest.mark.parametrize("name", [*PAGES, *FILES])
def test_no_page_takes_more_than_twelve_queries(cast, battle, name, django_assert_max_num_queries):
    for who, query in ((cast.umpire, ""), (cast.red_foot, ""), (cast.observer, ""), (cast.umpire, "?of=red&beside=on")):
        client = client_of(who)
        with django_assert_max_num_queries(12):
            assert client.get(url(name, battle) + query).status_code == 200


def carried_out(user, battle, printed, query=""):
    """Everything that is exported for somebody: page, CSV, JSON and the words of the PDF."""
    client, session = client_of(user), by_session(user)
    printed.clear()
    pages = [client.get(url(name, battle) + query).content.decode() for name in (*PAGES, "after-csv")]
    assert client.get(url("after-pdf", battle) + query).content.startswith(b"%PDF-")
    api = [session.get(f"/api/v1/battles/{battle.public_id}/{name}/{query}").content.decode()
           for name in ("after", "replay", "draws", "situation")]  # fmt: skip
    return {"pages": "".join(pages), "pdf": "".join(printed), "json": "".join(api)}


@pytest.mark.parametrize("who", ["red_general", "red_foot", "official", "observer"])
def test_no_download_has_what_blue_hides(cast, battle, printed, who):
    for form, text in carried_out(getattr(cast, who), battle, printed).items():
        assert len(text) > 200
        assert [one for one in CANARIES.values() if one in text] == [], form


def test_what_one_may_know_leaves_it_in_every_form(cast, battle, printed):
    """Without this the others would pass for papers that say nothing."""
    for form, text in carried_out(cast.red_foot, battle, printed).items():
        assert OF_RED["packets"] in text, form
    for form, text in carried_out(cast.umpire, battle, printed, "?of=blue").items():
        assert CANARIES["packets"] in text, form


def test_when_the_papers_are_open_both_sides_leave_in_every_form(cast, printed):
    opened = over(cast, is_open=True)
    for form, text in carried_out(cast.red_foot, opened, printed).items():
        assert (CANARIES["packets"] in text) or form == "json", form
    answer = by_session(cast.red_foot).get(f"/api/v1/battles/{opened.public_id}/after/?of=both")
    assert CANARIES["packets"] in answer.content.decode()


def test_another_sides_report_is_not_there(cast, battle):
    red = client_of(cast.red_foot)
    for name in ("after", *FILES):
        for of in ("blue", "both", "%00", "x" * 3000):
            assert red.get(f"{url(name, battle)}?of={of}").status_code == 404, (name, of)


# -- the replay ---------------------------------------------------------------------------------------


def test_the_scrubber_works_without_a_script(cast, battle):
    page = client_of(cast.umpire).get(url("replay", battle)).content.decode()
    assert '<input type="range" id="move" name="move" min="1" max="4" value="1"' in page
    assert "data-show>Show</button>" in page
    second = client_of(cast.umpire).get(url("replay", battle) + "?move=2&of=red").content.decode()
    assert "Move 2, Blue" in second and 'value="2"' in second
    assert '<option value="red" selected>' in second


def test_every_moment_has_its_link_and_the_ends_have_none_beyond(cast, battle):
    red = client_of(cast.red_foot)
    first, last = (red.get(f"{url('replay', battle)}?move={number}").content.decode() for number in (1, 4))
    assert 'rel="next"' in first and 'rel="prev"' not in first
    assert 'rel="prev"' in last and 'rel="next"' not in last
    assert first.count('aria-current="step"') == 1 and "after the last move" in first


def test_belief_stands_beside_truth_for_the_umpire_and_for_nobody_else_yet(cast, battle):
    query = "?move=1&of=red&beside=on"
    page = client_of(cast.umpire).get(url("replay", battle) + query).content.decode()
    assert 'id="plan"' in page and 'id="plan-truth"' in page
    assert "nothing was known of it" in page.lower()
    assert client_of(cast.red_foot).get(url("replay", battle) + query).status_code == 404
    assert "Show what really happened" not in client_of(cast.red_foot).get(url("replay", battle)).content.decode()


def test_strange_parameters_break_no_replay(cast, battle):
    client = client_of(cast.red_foot)
    for value in ("-1", "1e9", "x", "%00", "9" * 400, "99", "[]"):
        assert client.get(f"{url('replay', battle)}?move={value}").status_code in (400, 404), value
        assert client.get(f"{url('replay', battle)}?of={value}").status_code == 404, value
        assert client.get(f"{url('situation', battle)}?start={value}").status_code == 404, value


def test_the_umpire_lays_the_papers_open_by_a_button(cast, battle):
    assert "Open all pages" in client_of(cast.umpire).get(url("after", battle)).content.decode()
    assert "Open all pages" not in client_of(cast.red_foot).get(url("after", battle)).content.decode()
    assert client_of(cast.red_foot).post(url("papers-open", battle)).status_code == 403
    assert client_of(cast.umpire).post(url("papers-open", battle)).status_code == 302
    red = client_of(cast.red_foot)
    assert red.get(url("replay", battle) + "?of=umpire").status_code == 200
    assert red.get(url("replay", battle) + "?of=red&beside=on").status_code == 200


def test_a_battle_that_goes_on_offers_no_such_button(cast):
    going_on = fought(cast)
    umpire = client_of(cast.umpire)
    assert "Open all pages" not in umpire.get(url("after", going_on)).content.decode()
    assert umpire.post(url("papers-open", going_on)).status_code == 409


# -- the spreadsheet ----------------------------------------------------------------------------------


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-2", "@SUM(A1)", "\t=1", "\r=1", " =1"])
def test_no_text_is_taken_for_a_formula(cell):
    assert harmless(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", [-3, 0, "Red", "1=1", "a@b", ""])
def test_what_is_harmless_stays_as_it_is(cell):
    assert harmless(cell) == cell


def rows_of(answer):
    """The rows of a CSV as maps."""
    return list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"))))


def test_the_spreadsheet_says_what_the_report_says(cast, battle):
    rows = rows_of(client_of(cast.umpire).get(url("after-csv", battle)))
    assert tuple(rows[0]) == HEADS
    men = [row for row in rows if (row["what"], row["side"], row["kind"]) == ("strength", "Red", "men")]
    assert [row["move"] for row in men] == ["0", "1", "2", "3", "4"] and men[0]["amount"] == "102"
    assert {row["what"] for row in rows} >= {"strength", "in store", "points", "clock"}
    assert [row["amount"] for row in rows if row["kind"] == "ready"] == ["120"]


def test_a_title_that_begins_like_a_formula_is_made_harmless_in_the_file(cast):
    battle = over(cast)
    Post.objects.filter(campaign=battle.campaign, user=cast.red_horse).update(title="=HYPERLINK(1)")
    battle.campaign.sides.filter(key="blue").update(name="@Blue")
    rows = rows_of(client_of(cast.umpire).get(url("after-csv", battle)))
    cells = {cell for row in rows for cell in row.values()}
    assert "'=HYPERLINK(1)" in cells and "'@Blue" in cells
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)


# -- the printed sheet --------------------------------------------------------------------------------


def test_the_pdf_is_made_of_the_figures_of_the_page(cast, battle, printed):
    answer = client_of(cast.red_foot).get(url("after-pdf", battle))
    assert answer["Content-Type"] == "application/pdf" and "attachment" in answer["Content-Disposition"]
    text = "|".join(printed)
    for word in (
        "LOSSES",
        "SUPPLIES AGAINST NEED",
        "VALUE OF THE FORCE LEFT",
        "READINESS AGAINST THE CLOCK",
        "Opening",
        "The ford",
    ):
        assert word in text, word


def test_a_name_in_any_letters_is_printed(cast):
    battle = over(cast)
    battle.campaign.sides.filter(key="red").update(name="Красные · Ελλάς · 東")
    assert client_of(cast.red_foot).get(url("after-pdf", battle)).content.startswith(b"%PDF-")


def test_a_battle_of_which_nothing_is_known_is_printed_too(cast):
    from tests.campaigns.builders import a_battle

    assert client_of(cast.observer).get(url("after-pdf", a_battle(cast))).content.startswith(b"%PDF-")


# -- the draws ----------------------------------------------------------------------------------------


def test_the_draws_are_shown_with_their_use_and_that_they_hold(cast, battle):
    page = client_of(cast.red_foot).get(url("draws", battle)).content.decode()
    assert "All correct" in page and battle.seed in page
    assert "The toss for the charge of Red Lancers on Blue Hussars" in page
    assert "red/1/charge/red-horse/blue-horse/0" in page


def test_a_seed_that_is_not_the_one_published_is_named(cast, battle):
    type(battle).objects.filter(pk=battle.pk).update(seed="another")
    page = client_of(cast.umpire).get(url("draws", battle)).content.decode()
    assert "Not correct" in page and "All correct" not in page


def test_before_the_end_the_digest_alone_is_shown(cast):
    battle = fought(cast)
    page = client_of(cast.umpire).get(url("draws", battle)).content.decode()
    assert battle.seed_digest in page and battle.seed not in page
    assert "charge of Red Lancers" not in page


# -- in words -----------------------------------------------------------------------------------------


def test_the_situation_is_told_from_the_body_that_is_chosen(cast):
    battle = fought(cast)
    page = client_of(cast.red_guns).get(url("situation", battle) + "?start=red-crew").content.decode()
    assert "Seen from <strong>Red Battery</strong>" in page
    assert "Blue Gun</strong>, unlimbered: north (000°), 2 ft 8 in." in page
    assert " in.." not in page


def test_a_sheet_is_printed_for_each_commander_of_the_side_the_umpire_names(cast):
    battle = fought(cast)
    page = client_of(cast.umpire).get(url("print-sheet", battle) + "?of=red").content.decode()
    assert page.count('class="paper box"') == 4
    mine = client_of(cast.red_foot).get(url("print-sheet", battle)).content.decode()
    assert mine.count('class="paper box"') == 1
    orders = mine.split('class="orderlines"')[1].split("</table>")[0]
    assert "Red Rifles" in orders and "Red Lancers" not in orders
