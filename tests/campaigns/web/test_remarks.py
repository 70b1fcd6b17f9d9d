"""At the desk the umpire adds a remark to the report; it stands in the reports of its recipients."""

from __future__ import annotations

import pytest

from tests.campaigns import builders
from tests.campaigns.web.conftest import Page, client_of, close, give, url

pytestmark = pytest.mark.slow


def submit(umpire, battle, move, **typed):
    umpire.post(url("measure", battle), {"move": move.public_id, "base": "0"})
    return umpire.post(url("submit-move", battle), {"move": move.public_id, "remarks": "yes", **typed})


@pytest.mark.slow
def test_remarks_to_all_to_a_side_and_to_a_post_stand_in_their_reports(cast, battle, move, umpire, red, blue):
    give(cast, move)
    close(cast, move)
    desk = umpire.get(url("desk", battle))
    assert "Message in the report" in desk.content.decode() and not Page(desk).unlabelled
    horse = battle.campaign.posts.get(kind="commander", arm="cavalry", side__key="red").public_id
    typed = {
        "remark-all": "Well <played>.",
        "remark-blue": "Blue alone",
        "remark-post": "Horse alone",
        "remark-to": horse,
    }
    assert submit(umpire, battle, move, **typed).status_code == 302
    pages = {
        "red": red.get(url("report", battle, 1)).content.decode(),
        "blue": blue.get(url("report", battle, 1)).content.decode(),
        "horse": client_of(cast.red_horse).get(url("report", battle, 1)).content.decode(),
    }
    assert all("Well &lt;played&gt;." in page for page in pages.values())
    assert [name for name, page in pages.items() if "Blue alone" in page] == ["blue"]
    assert [name for name, page in pages.items() if "Horse alone" in page] == ["horse"]
    for client in (red, blue, client_of(cast.red_horse)):
        words = client.get(url("dispatches", battle)).content.decode()
        assert not [one for one in ("Blue alone", "Horse alone", "played") if one in words]


def test_a_remark_is_kept_in_the_form_when_submitting_is_refused(cast, battle, move, umpire):
    typed = {"remark-all": "Well played."}
    early = umpire.post(url("submit-move", battle), {"move": move.public_id, "remarks": "yes", **typed})
    assert early.status_code == 409 and "Well played.</textarea>" in early.content.decode()
    give(cast, move)
    close(cast, move)
    nobody = submit(umpire, battle, move, **{"remark-post": "To whom?", "remark-all": "Well played."})
    page = nobody.content.decode()
    assert nobody.status_code == 400 and "To whom?</textarea>" in page and "Well played.</textarea>" in page
    assert builders.the_move(battle).number == 1
