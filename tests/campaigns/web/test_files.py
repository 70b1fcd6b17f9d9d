"""Uploads and exports: bombs are refused, names are never paths, headers are one line.

[RELIABILITY D3, G4 to G6, G10]
"""

from __future__ import annotations

import copy
import gzip
import io
import json
import logging
import os
import random
import re
import subprocess
import sys
import zipfile
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse

from campaigns.models import Battle, Country
from campaigns.usecases.campaigns.preparation import open_battle, start_battle
from campaigns.usecases.muster.countries import create_country, import_country
from campaigns.usecases.muster.survey_files import GREATEST_FILES
from kriegspiel.lines import formatter
from kriegspiel.uploads import Held
from rules.errors import Refused
from rules.ground.surveys.files import GREATEST
from tests.campaigns import builders
from tests.campaigns.api.hostile import VALUES, deep
from tests.campaigns.at_hand import followed, rules_at_hand  # noqa: F401  # a fixture
from tests.campaigns.usecases.test_countries import DRAWN
from tests.campaigns.web.conftest import url
from tests.campaigns.web.test_countries import FIGURES
from tests.rules.kriegspiel.surveys import village

pytestmark = pytest.mark.usefixtures("rules_at_hand")

SURVEY = json.dumps(village()).encode()


def a_zip(*files: tuple[str, bytes]) -> bytes:
    """A packed file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files:
            packed.writestr(name, data)
    return out.getvalue()


LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
NOUGHTS = a_zip(("noughts", b"0" * 20_000_000))
BOMBS = {
    "noughts, packed": NOUGHTS,
    "packed again": a_zip(*((f"{n}.zip", NOUGHTS) for n in range(16))),
    "ten thousand entries": a_zip(*((str(n), b"") for n in range(10_000))),
    "names that climb": a_zip(("../../../etc/cron.d/x", b"x"), ("/etc/passwd", b"x"), ("C:\\CON", b"x")),
    "a survey under gzip": gzip.compress(SURVEY),
    "gzip of noughts": gzip.compress(b"0" * 20_000_000),
    "a billion laughs": f'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a0 "ha">{LAUGHS}]><a>&a9;</a>'.encode(),
    "an entity from outside": b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><gpx><name>&b;</name></gpx>',
    "a picture of 50,000 by 50,000": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xc3\x50\0\0\xc3\x50\x08\x06\0\0\0"
    + b"\0" * 64,
    "a drawing with a script": b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    "a pickle": b"cos\nsystem\n(S'touch /tmp/x'\ntR.",
    "YAML that calls": b"!!python/object/apply:os.system ['touch /tmp/x']",
    "objects without end": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "lists without end": b'{"features":' + b"[" * 500_000 + b"]" * 500_000 + b"}",
    "a number of a million digits": b'{"type":"FeatureCollection","features":' + b"9" * 1_000_000 + b"}",
    "text of five million letters": b'{"type":"' + b"x" * 5_000_000 + b'"}',
    "more than is taken": b" " * (GREATEST["json"] + 1),
    "nothing": b"",
    "NUL": b"\0" * 1_000,
}
"""Kind and bytes; each is sent as a survey."""

NAMES = (
    "../../../etc/passwd", "..\\..\\windows\\win.ini", "/etc/passwd", "C:\\CON", "CON", "NUL.geojson", "\\\\host\\share\\x", "a\0b",
    "%2e%2e%2fx", "..%c0%af..%c0%afx", "x" * 4_096, "x.", " ", ".", "..", "...", "~root/x", "$HOME", "`id`", "$(id)", "|id", "-rf",
    "\u202egnp.exe", "a\r\nX-Evil: 1", "a;filename=b", 'a"b', "file:///etc/passwd", "http://example.org/", ".htaccess", "settings.py",
    "kriegspiel.sqlite3", "secret_key", "\uff0e\uff0e\uff0fx", "aux.zip", "x/y/z", "survey.geojson;x=y", "*", "?", "<x>", "{0}", "%s",
)  # fmt: skip
"""Names under which a file is sent."""


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that the program opens for writing from now on, as the interpreter itself reports them."""
    found: list[str] = []
    listening = [True]

    def heard(event: str, given: tuple[Any, ...]) -> None:
        if listening and event == "open" and isinstance(given[0], str | bytes):
            path, mode, flags = os.fsdecode(given[0]), given[1] or "", given[2] or 0
            if set(str(mode)) & set("wax+") or flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                found.append(path)
        elif listening and event in ("os.mkdir", "os.rename", "os.link", "os.symlink"):
            found.append(f"{event} {given[0]}")

    sys.addaudithook(heard)
    yield found
    listening.clear()


def send(client: Client, data: bytes, called: str = "survey.geojson", **figures: str) -> Any:
    """A survey is sent by the form."""
    file = SimpleUploadedFile("survey", data)
    file._name = called  # unchanged: the helper itself would cut a path off
    return followed(client, client.post(reverse("country-import"), {**FIGURES, **figures, "survey": file}))


def test_a_survey_that_is_one_is_taken(umpire):
    """Without this the bombs might be refused for another reason."""
    assert send(umpire, SURVEY).status_code == 302 and Country.objects.count() == 1


def test_a_survey_in_utf_16_is_taken_too(umpire):
    assert send(umpire, json.dumps(village()).encode("utf-16")).status_code == 302 and Country.objects.count() == 1


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_refused_and_unpacked_by_nobody(umpire, written, bomb):
    answer = send(umpire, BOMBS[bomb])
    assert answer.status_code in (200, 400, 413, 422), answer.status_code
    assert "refusal" in answer.content.decode()
    assert not Country.objects.exists()
    assert not written


@pytest.mark.parametrize(
    "kind", ["application/zip", "application/xml", "text/xml", "application/gzip", "image/svg+xml", "application/yaml"]
)
def test_the_api_takes_json_alone(umpire, cast, kind):
    for data in (NOUGHTS, BOMBS["a billion laughs"], SURVEY):
        assert umpire.post("/api/v1/campaigns/", data, content_type=kind).status_code in (400, 413, 415)


def test_what_says_that_it_is_packed_is_not_unpacked(umpire, cast):
    packed = gzip.compress(json.dumps({"name": "Sandhurst", "sides": builders.SIDES}).encode())
    answer = umpire.post("/api/v1/campaigns/", packed, content_type="application/json", HTTP_CONTENT_ENCODING="gzip")
    assert answer.status_code == 400


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 3_000_000])
def test_the_name_of_a_file_is_never_a_path(umpire, written, size):
    for name in NAMES[:: 4 if size else 1]:
        with transaction.atomic():
            assert send(umpire, SURVEY + b" " * size, called=name).status_code < 500, name
            transaction.set_rollback(True)
    assert not written


def test_of_a_file_that_is_too_great_no_more_is_held_than_is_taken():
    assert settings.FILE_UPLOAD_MAX_MEMORY_SIZE == GREATEST_FILES
    handler, held = Held(), 0
    for _ in range(3):
        handler.new_file("survey", "x", "application/json", None)
        for start in range(0, GREATEST_FILES, 65_536):
            handler.receive_data_chunk(b" " * 65_536, start)
        sent = handler.file_complete(GREATEST_FILES)
        held += len(sent.read())
        assert sent.size == GREATEST_FILES
    assert held <= GREATEST_FILES + 2 * 65_536


def test_many_files_at_once_are_refused(umpire):
    files = {f"survey{n}": SimpleUploadedFile("survey", SURVEY) for n in range(21)}
    assert umpire.post(reverse("country-import"), {**FIGURES, **files}).status_code == 400


CHEAP = {
    "empty lists": "[" + "[]," * 1_990_000 + "[]]",
    "empty maps": "[" + "{}," * 1_990_000 + "{}]",
    "noughts": "[" + "0," * 2_990_000 + "0]",
    "small fractions": "[" + "0.1," * 1_490_000 + "0.1]",
    "keys": "{" + ",".join(f'"{n:x}":0' for n in range(550_000)) + "}",
    "the same key": "{" + '"a":0,' * 990_000 + '"a":0}',
    "escapes": '["' + r"\u0041" * 990_000 + '"]',
    "brackets in a text": '["' + "[{" * 2_900_000 + '"]',
}
"""Six million bytes of what costs a parser most."""

LIMITED = """
import resource, sys
sys.path.insert(0, sys.argv[1])
from campaigns.strictjson import loads
text = sys.stdin.read()
held = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (held + 256 * 2**20,) * 2)
resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
try:
    loads('{"type": "FeatureCollection", "features": ' + text + "}")
except Exception as fault:
    print(type(fault).__name__)
else:
    print("read")
"""


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("text", CHEAP)
def test_no_survey_costs_more_than_256_mebibytes_and_ten_seconds(text):
    """Parsed in a process of its own, which could get no more."""
    asked = [sys.executable, "-c", LIMITED, str(settings.BASE_DIR)]
    child = subprocess.run(asked, input=CHEAP[text], capture_output=True, text=True, check=True)
    assert child.stdout.strip() in ("read", "Invalid"), child.stdout


@pytest.mark.parametrize(
    "name", ["../x", 'a"; filename="evil.exe', "حقل", "=cmd", "a;b", "con", "x" * 120, "a%0d%0ab", "...", "\\\\host"]
)
def test_a_file_that_is_taken_away_has_a_name_of_plain_letters(cast, umpire, name):
    made = create_country(by=cast.umpire, name=name, data=DRAWN, now=builders.NOON)
    answer = umpire.get(reverse("country-file", args=[made.public_id]))
    assert re.fullmatch(r'attachment; filename="[a-z0-9][a-z0-9-]{0,60}\.geojson"', answer["Content-Disposition"])
    assert answer["X-Content-Type-Options"] == "nosniff" and answer["Content-Type"] == "application/geo+json"


def test_umlauts_and_accents_in_the_name_of_a_country_are_written_out_in_that_of_its_file(cast, umpire):
    for name, called in (("Übungsplatz Größe", "uebungsplatz-groesse"), ("La Forêt d’Œuilly", "la-foret-d-oeuilly")):
        made = create_country(by=cast.umpire, name=name, data=DRAWN, now=builders.NOON)
        answer = umpire.get(reverse("country-file", args=[made.public_id]))
        assert answer["Content-Disposition"] == f'attachment; filename="{called}.geojson"'


@pytest.mark.slow
@pytest.mark.parametrize("name", ["after-csv", "after-pdf"])
def test_nothing_that_is_asked_for_gets_into_a_header(cast, battle, umpire, name):
    for of in ("red", "", "both", 'x"; filename=evil.exe', "a\r\nX-Evil: 1", "../../x", "\u202e"):
        answer = umpire.get(url(name, battle), {"of": of})
        assert "X-Evil" not in answer and all("\n" not in value for value in answer.headers.values())
        if answer.status_code == 200:
            assert re.fullmatch(
                r'attachment; filename="after-action-\d+-[a-z]+\.(csv|pdf)"', answer["Content-Disposition"]
            )


# -- what is well-formed and hostile ---------------------------------------------------------------------


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in plain data."""
    found = [path] if path else []
    rows = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, one in rows:
        found += places(one, (*path, key))
    return found


def mutated(data: Any, chance: random.Random) -> Any:
    """Plain data with something else, or nothing, in one to three of its places."""
    changed = copy.deepcopy(data)
    for _ in range(chance.randint(1, 3)):
        *way, last = chance.choice(places(changed))
        holder = changed
        for key in way:
            holder = holder[key]
        if chance.random() < 0.2:
            del holder[last]
        elif isinstance(holder, dict) and chance.random() < 0.2:
            holder[str(chance.choice(VALUES))[:80]] = holder.pop(last)
        else:
            holder[last] = copy.deepcopy(chance.choice((*VALUES, deep(40), 10**30, -0.0, "\ud800", "\x00")))
    return changed


def tried(data: Any, deed: Any) -> int:
    """How many of 200 mutated files are accepted; anything else than a refusal fails."""
    chance, taken = random.Random(1913), 0
    for _ in range(200):
        one = mutated(data, chance)
        try:
            with transaction.atomic():
                deed(one)
                taken += 1
                transaction.set_rollback(True)
        except Refused as refused:
            assert refused.sentence, one
    return taken


@pytest.mark.slow
def test_a_start_with_anything_in_its_place_is_refused_or_can_be_played(cast):
    campaign = builders.a_campaign(cast, options={"two_stage_move": False}).public_id

    def begun(start: Any) -> None:
        made = open_battle(by=cast.umpire, campaign=campaign, name="The ford", start=start, now=builders.NOON)
        start_battle(by=cast.umpire, battle=made.public_id, now=builders.NOON)
        assert Client().get("/login/").status_code == 200

    assert 20 <= tried(builders.START, begun) <= 150
    assert not Battle.objects.exists()


def test_a_country_with_anything_in_its_place_is_refused_or_kept_whole(cast):
    def kept(data: Any) -> None:
        made = create_country(by=cast.umpire, name="Hartley", data=data, now=builders.NOON)
        assert create_country(by=cast.umpire, name="Hartley", data=made.data, now=builders.NOON).digest == made.digest

    assert 5 <= tried(DRAWN, kept) <= 190
    assert not Country.objects.exists()


@pytest.mark.slow
def test_a_survey_with_anything_in_its_place_is_refused_or_made_a_country(cast):
    def taken(data: Any) -> None:
        import_country(
            by=cast.umpire, name="Loddon", survey=data, scale=5, plain=True, origin=[0, 0], now=builders.NOON
        )

    assert 10 <= tried(village(), taken)
    assert not Country.objects.exists()


# -- the log ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["text", "json"])
def test_a_record_is_one_line_whatever_was_asked_for(client, db, kind):
    lines: list[str] = []
    handler = logging.Handler()
    handler.setFormatter(formatter(kind))
    handler.emit = lambda record: lines.append(handler.format(record))
    logging.getLogger().addHandler(handler)
    try:
        for path in ("/b/%0d%0aERROR all is lost/", "/%1b[2Jx/", "/b/%E2%80%A8ERROR/", "/%C2%85x"):
            client.get(path)
            logging.getLogger("campaigns.tried").error("the database refused %s", path.replace("%0d%0a", "\r\n"))
    finally:
        logging.getLogger().removeHandler(handler)
    assert len(lines) >= 8
    assert not [line for line in lines if len(line.splitlines()) != 1 or "\x1b" in line]
    assert settings.LOGGING["formatters"]["line"]["()"] == f"{formatter.__module__}.{formatter.__name__}"
