"""What is done on a page, in any language, before its picture is taken.  Each takes a page of Playwright at the address."""

from __future__ import annotations

from typing import Any


def _march(page: Any, inches: str) -> None:
    """The first thing that the form offers is a march; it is written in north-easterly direction.

    It is chosen by the keyboard: a map that is still being drawn may push the form from under the mouse.
    """
    page.locator("input[name=choice]").first.focus()
    page.keyboard.press("Space")
    page.locator("[data-bearing]").locator("visible=true").first.fill("NE")
    page.locator("[data-inches]").locator("visible=true").first.fill(inches)


def write_march(page: Any) -> None:
    """An order half written."""
    _march(page, "24")


def write_too_far(page: Any) -> None:
    """An order that costs more than the move has."""
    _march(page, "400")
    page.locator("button.chief[name=act][value=read]").click()
    page.wait_for_load_state()


def read_back(page: Any) -> None:
    """An order read back."""
    _march(page, "24")
    page.locator("button.chief[name=act][value=read]").click()
    page.wait_for_load_state()


def send(page: Any) -> None:
    """An order sent."""
    read_back(page)
    page.locator("form:has(input[name=key]) button.great").click()
    page.wait_for_load_state()


def make_link(page: Any) -> None:
    """A link is made for a commander of cavalry."""
    page.locator("#side").select_option("red")
    page.locator("#arm").select_option("cavalry")
    page.locator("form:has(#hours) button").click()
    page.wait_for_load_state()


def _told_by_the_map(page: Any, event: str, detail: dict[str, Any]) -> None:
    """What the map tells its page of a press; where on the screen that is depends on the window."""
    page.locator("#plan.moves").wait_for()
    page.locator("#plan").evaluate(
        """(plan, [name, detail]) => { const mark = detail.thing && plan.map.block(detail.thing);
        plan.dispatchEvent(new CustomEvent("map:" + name, { bubbles: true, cancelable: true, detail: { ...detail, mark } })); }""",
        [event, detail],
    )


def open_panel(page: Any) -> None:
    """A body is chosen on the map, and a march is drawn: the panel has its price."""
    _told_by_the_map(page, "thing", {"thing": "red-hussars", "shift": False})
    page.locator('#panel-body[data-thing="red-hussars"]').wait_for()
    _told_by_the_map(page, "spot", {"x": 60, "y": 112, "shift": False})
    page.locator('#board-troops [data-troop="red-hussars"][data-state=draft]').wait_for(state="attached")


def check_drafts(page: Any) -> None:
    """The drafts are checked in one list, before they are sent."""
    open_panel(page)
    page.locator("[data-board-send]").click()
    page.locator("#panel-body.draftslist").wait_for()


def open_ruling(page: Any) -> None:
    """A body is chosen on the umpire's map: its form of rulings."""
    _told_by_the_map(page, "thing", {"thing": "red-1st", "shift": False})
    page.locator("#d-reason").wait_for()


def add_body(page: Any) -> None:
    """The palette of bodies that may be added, on the umpire's desk."""
    _from_the_foot(page, "/add/")


def arm_the_palette(page: Any) -> None:
    """In the muster something of the palette is taken in hand."""
    page.locator("figure.plan.moves").wait_for()
    page.locator("#muster-put [name=template]").nth(3).check(force=True)


def paste_a_table(page: Any) -> None:
    """An order of battle is pasted, and looked at before it is put down."""
    rows = (
        "Brigade\tName\tWhat\tMen\n4th Brigade\t7th Fusiliers\tinfantry\t60\n4th Brigade\t8th Fusiliers\tinfantry\t60"
    )
    page.locator("#m-table").fill(rows)
    page.locator("button[value=look]").click()
    page.locator("#found").wait_for()


def write_message(page: Any) -> None:
    """A message is written on the umpire's desk."""
    _from_the_foot(page, "/message/")


def _from_the_foot(page: Any, address: str) -> None:
    """A form that the foot of the umpire's desk opens in the panel."""
    page.locator("#plan.moves").wait_for()
    page.locator(f"#desk-foot a[data-panel][href*='{address}']").click()
    page.locator("#desk-chosen form").first.wait_for()
