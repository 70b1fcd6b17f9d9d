"""Reading: books, sheet, things and possible orders, notices; each only what its reader may know."""

from rules.books import BOOKS
from tests.campaigns.api.table import FORM


def test_the_register_of_options_is_read_with_its_sentences(caller):
    rows = {row["key"]: row for row in caller("bystander").get("/api/v1/books/kriegspiel/options/").data}
    assert rows["two_stage_move"]["clause"] == "KS-TURN-02"
    assert all(len(row["says"]) > 10 for row in rows.values())
    assert len(rows) > 50


def test_the_books_are_listed(caller):
    books = caller("bystander").get("/api/v1/books/").data
    assert [one["key"] for one in books] == list(BOOKS)
    assert {one["key"]: one["sides"] for one in books}["war-chess"] == ["attacker", "defender"]


def test_the_things_of_a_book_are_read_with_what_may_be_put_down(caller):
    pieces = caller("bystander").get("/api/v1/books/kriegspiel/pieces/").data
    assert {"bodies", "guns", "depots"} <= {one["group"] for one in pieces["kinds"]}
    assert pieces["arms"]["engineers"] == "Royal Engineers" and "forage" in pieces["stores"]
    battalion = next(one for one in pieces["templates"] if one["key"] == "battalion")
    assert [one["key"] for one in battalion["counts"]] == ["men"] and battalion["counts"][0]["usual"] == 60
    assert next(one for one in pieces["kinds"] if one["group"] == "bodies")["settable"]["men"] == "count"
    assert not caller("bystander").get("/api/v1/books/war-chess/pieces/").data["templates"]
    assert caller("bystander").get("/api/v1/books/chess/pieces/").status_code == 404


def test_the_sheet_shows_ones_own_and_nothing_of_the_others_stores(caller, at):
    sheet = caller("red_foot").get(at("sheet"))
    assert {"red-foot", "red-horse", "red-depot"} <= {one["id"] for one in sheet.data["own"]}
    assert {one["id"] for one in sheet.data["own"] if one["may_order"]} == {"red-foot"}
    stores = {one["id"]: one["state"] for one in sheet.data["own"] + sheet.data["enemy"] if one["group"] == "depots"}
    assert stores["red-depot"]["packets"]["food"] == 20
    assert "packets" not in stores.get("blue-depot", {})
    assert {one["side"] for one in sheet.data["enemy"]} == {"blue"}


def test_a_thing_is_read_with_what_it_may_be_ordered(caller, at):
    thing = caller("red_foot").get(at("things/red-foot")).data
    assert thing["base_revision"] == 0
    names = {choice["order"]["order"] for choice in thing["choices"]}
    assert {"march", "form"} <= names
    after = caller("red_foot").post(at("things/red-foot/choices"), {"orders": FORM}).data
    assert [order["order"] for order in after["draft"]] == ["form"]
    assert after["choices"] != thing["choices"]


def test_a_notice_is_read_by_whom_it_concerns_alone(caller, at):
    mine = caller("red_foot").get("/api/v1/notices/").data
    assert mine and mine[0]["read_at"] is None
    read = f"/api/v1/notices/{mine[0]['id']}/read/"
    assert caller("blue_foot").post(read).status_code == 404
    assert caller("red_foot").post(read).status_code == 204
    assert caller("red_foot").get("/api/v1/notices/").data[0]["read_at"] is not None
    assert caller("red_foot").post("/api/v1/notices/read/").data["read"] == len(mine) - 1


def test_the_umpire_says_whose_sheet_he_reads(caller, at):
    assert caller("umpire").get(at("sheet")).status_code == 404
    assert caller("umpire").get(at("sheet"), {"of": "observer"}).status_code == 200
    assert {one["side"] for one in caller("umpire").get(at("sheet"), {"of": "blue"}).data["own"]} == {"blue"}
    assert caller("red_foot").get(at("sheet"), {"of": "blue"}).status_code == 404


def test_an_address_that_leads_nowhere_is_answered_in_the_form_of_a_refusal(caller):
    answer = caller("anonymous").post("/api/v1/nowhere")
    assert (answer.status_code, answer.json()["code"]) == (404, "E-NONE")


def test_the_forces_of_ones_own_side_are_read_and_one_of_them_with_its_history(caller, at):
    read = caller("red_foot").get(at("forces")).data
    assert {one["id"] for one in read["things"]} >= {"red-foot", "red-gun", "red-depot"}
    assert {one["now"]["side"] for one in read["things"]} == {"red"} and read["choices"] == ["red"]
    foot = next(one for one in read["things"] if one["id"] == "red-foot")
    assert (foot["group"], foot["since"], foot["now"]["men"], foot["now"]["strength"]) == (
        "bodies",
        0,
        60,
        "60 men, in fours",
    )
    sheet = caller("red_foot").get(at("forces/bodies/red-foot")).data
    assert sheet["force"] == foot and [one["move"] for one in sheet["history"]] == [None]
    assert {(line["kind"], line["amount"]) for line in sheet["history"][0]["lines"]} == {("men", 60)}


def test_the_forces_of_the_other_side_are_answered_like_what_is_not_there(caller, at):
    there, nowhere = (caller("red_foot").get(at(f"forces/bodies/{thing}")) for thing in ("blue-foot", "nothing"))
    assert there.status_code == nowhere.status_code == 404 and there.data == nowhere.data
    assert caller("red_foot").get(at("forces"), {"of": "blue"}).status_code == 404
    assert caller("observer").get(at("forces")).data["things"] == []
    assert {one["now"]["side"] for one in caller("umpire").get(at("forces")).data["things"]} == {"red", "blue"}
    assert {one["now"]["side"] for one in caller("umpire").get(at("forces"), {"of": "blue"}).data["things"]} == {"blue"}
