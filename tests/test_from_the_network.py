"""``HOST=0.0.0.0 make run`` as a browser elsewhere on the network meets it: host names, form keys, links, the stream of news."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import pytest

from campaigns.serving.reach import own_addresses
from tests.test_tooling import ROOT, environment_for, health, port, serving

__all__ = ["port"]  # a fixture

pytestmark = [pytest.mark.slow, pytest.mark.long]

ADDRESS = next(iter(own_addresses("0.0.0.0")), "127.0.0.1")
"""The machine's own address on its network; a machine that is on none has its loopback."""

ACCOUNT = """
from django.contrib.auth import get_user_model
from campaigns.clock import server_time
from campaigns.usecases.campaigns.preparation import create_campaign, open_battle
from tests.campaigns.builders import SIDES, START
by, now = get_user_model().objects.create_user("pell", password="Quaint-lantern-7"), server_time()
made = create_campaign(by=by, name="War", sides=SIDES, now=now)
print(made.public_id, open_battle(by=by, campaign=made.public_id, name="The ford", start=START, now=now).public_id)
"""


@dataclass
class Served:
    process: subprocess.Popen[str]
    environment: dict[str, str]
    port: int

    @property
    def base(self) -> str:
        return f"http://{ADDRESS}:{self.port}"


@pytest.fixture
def served(tmp_path: Path, port: int) -> Iterator[Served]:
    """An empty site that listens for everybody."""
    environment = environment_for(tmp_path, PORT=str(port), HOST="0.0.0.0")
    with serving(environment) as process:
        assert health(port) == 200
        yield Served(process, environment, port)


def sent(browser: OpenerDirector, address: str, origin: str = "", **fields: str) -> tuple[int, str, str]:
    """A form as a browser sends it, with the key of its page; the status, the address and the page that it leads to."""
    page = browser.open(address, timeout=10).read().decode()
    key = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[0]
    data = urlencode({**fields, "csrfmiddlewaretoken": key}).encode()
    try:
        answer = browser.open(Request(address, data, {"Origin": origin or address.partition("/login")[0]}), timeout=10)
    except HTTPError as refused:
        return refused.code, refused.url, ""
    return answer.status, answer.url, answer.read().decode()


def test_a_site_that_listens_for_everybody_is_used_from_the_network(served: Served) -> None:
    made = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", ACCOUNT],
        cwd=ROOT, env=served.environment, check=True, capture_output=True, text=True,
    )  # fmt: skip
    campaign, battle = made.stdout.split()[-2:]
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    log_in = {"username": "pell", "password": "Quaint-lantern-7"}
    assert sent(browser, f"{served.base}/login/", origin="http://evil.example", **log_in)[0] == 403
    status, address, _ = sent(browser, f"{served.base}/login/", **log_in)
    assert (status, address) == (200, f"{served.base}/")

    seat = {"kind": "observer", "side": "", "arm": "", "brigade": "", "hours": "24", "once": "yes"}
    where = f"{served.base}/c/{campaign}/invitations/"
    status, _, page = sent(browser, where, origin=served.base, **seat)
    links = re.findall(r'value="(http[^"]+)"', page)
    assert status == 200 and links and all(one.startswith(f"{served.base}/invited/") for one in links)
    guest = build_opener().open(links[0], timeout=10)
    assert guest.status == 200 and "Invitation" in guest.read().decode()
    assert guest.headers["Cross-Origin-Opener-Policy"] is None, "over plain HTTP a browser reports it as an error"

    stream = browser.open(
        Request(f"{served.base}/b/{battle}/live/", headers={"Accept": "text/event-stream"}), timeout=10
    )
    assert stream.headers["Content-Type"].startswith("text/event-stream") and stream.readline()
    with pytest.raises(HTTPError) as refused:
        build_opener().open(Request(f"{served.base}/", headers={"Host": "evil.example"}), timeout=10)
    assert refused.value.code == 400


def test_an_empty_site_says_where_others_open_it_and_how_its_first_account_is_made(served: Served) -> None:
    served.process.terminate()
    printed, _ = served.process.communicate(timeout=30)
    assert ADDRESS == "127.0.0.1" or f"Others open it at {served.base}/" in printed
    assert "Nobody has an account yet." in printed and "manage.py createsuperuser" in printed
