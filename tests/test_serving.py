"""The operator's files, docs/serving: two files of nginx with the same rules, and units that start what the containers start."""

from __future__ import annotations

import configparser
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from bench import holds

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs/serving"
UNITS = {path.name: path for path in (FOLDER / "systemd").iterdir()}
SERVICES = ("web", "streams", "worker", "beat", "clock")
DOCUMENT = (ROOT / "docs/serving.md").read_text(encoding="utf-8")

# --- nginx -------------------------------------------------------------------------------------------------

OWN = {"listen", "server_name", "ssl_certificate", "ssl_certificate_key", "ssl_protocols", "ssl_session_cache",
       "ssl_session_tickets"}  # fmt: skip
"""Directives that each file may have on its own."""

Directive = tuple[tuple[str, ...], tuple[Any, ...]]


def read(text: str) -> tuple[Directive, ...]:
    """The directives of a file of nginx: words, and what stands in braces."""
    bare = re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE)
    return tuple(_block(iter(re.findall(r'"[^"]*"|[{};]|(?:\$\{\w+\}|[^\s{};"])+', bare))))


def _block(words: Iterator[str]) -> Iterator[Directive]:
    told: list[str] = []
    for word in words:
        if word == "}":
            return
        if word not in ("{", ";"):
            told.append(word)
            continue
        yield tuple(told), tuple(_block(words)) if word == "{" else ()
        told = []


def rules(text: str) -> set[tuple[str, ...]]:
    """The rules by which a file hands requests on: each directive with the blocks in which it stands.

    Left out are addresses and folders, which differ, and the server that only sends everybody to the other.
    """
    return {rule for one in read(text) for rule in _rules(one) if one[0][0] != "map" and not _sends_elsewhere(one)}


def _sends_elsewhere(directive: Directive) -> bool:
    return directive[0] == ("server",) and (("listen", "80"), ()) in directive[1]


def _rules(directive: Directive, *around: str) -> Iterator[tuple[str, ...]]:
    words, inside = directive
    if words[0] in OWN:
        return
    if words[0] in ("server", "alias") and len(words) > 1:
        words = (words[0], *words[2:])  # without the address, the folder
    if not inside:
        yield (*around, " ".join(words))
    for one in inside:
        yield from _rules(one, *around, " ".join(words))


CONTAINERS, SITE = ((FOLDER / name).read_text(encoding="utf-8") for name in ("nginx.conf", "nginx-site.conf"))


def test_both_files_of_nginx_hand_requests_on_by_the_same_rules() -> None:
    assert len(rules(CONTAINERS)) > 15
    assert rules(CONTAINERS) == rules(SITE)


@pytest.mark.parametrize(
    "line",
    [
        'proxy_set_header X-Request-Start "t=${msec}";',
        "proxy_next_upstream off;",
        "proxy_buffering off;",
        "client_max_body_size 28m;",
        "gzip_static on;",
        "keepalive 32;",
        " max_fails=0",
        "proxy_pass http://streams;",
    ],
)
def test_a_rule_that_one_of_them_has_not_is_found(line: str) -> None:
    assert SITE.count(line) >= 1
    assert rules(CONTAINERS) != rules(SITE.replace(line, "", 1))


def test_a_rule_in_another_place_is_found() -> None:
    moved = SITE.replace("        proxy_buffering off;\n", "").replace(
        "    proxy_read_timeout 120s;", "    proxy_read_timeout 120s; proxy_buffering off;"
    )
    assert rules(CONTAINERS) != rules(moved)


def test_where_tls_ends_the_clients_word_about_it_is_not_taken() -> None:
    told = dict(read(SITE))["map", "$http_x_forwarded_proto", "$told_proto"]
    assert told == ((("default", "$scheme"), ()),)


# --- systemd -----------------------------------------------------------------------------------------------


def unit(name: str) -> configparser.ConfigParser:
    """A unit file.  Keys that stand in it twice are joined by a space."""
    lines: dict[tuple[str, str], str] = {}
    section = ""
    for line in UNITS[name].read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif "=" in line and not line.startswith("#"):
            key, value = line.split("=", 1)
            lines[section, key] = f"{lines.get((section, key), '')} {value}".strip()
    found = configparser.ConfigParser(interpolation=None)
    found.optionxform = str  # type: ignore[assignment,method-assign]
    for (section, key), value in lines.items():
        if not found.has_section(section):
            found.add_section(section)
        found[section][key] = value
    return found


def service(name: str) -> dict[str, str]:
    return dict(unit(f"kriegspiel-{name}.service")["Service"])


def container(name: str) -> list[str]:
    """The command of a container, without the address where it listens."""
    told = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))["services"][name].get("command")
    if told is None:
        told = re.findall(r"^CMD (\[.+\])", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)[0]
        return without_place(yaml.safe_load(told))
    return without_place(shlex.split(told))


def without_place(command: list[str]) -> list[str]:
    """A command without the options for the address."""
    kept = " ".join(command)
    for option in ("--host", "--port", "--fd"):
        kept = re.sub(rf" {option} \S+", "", kept)
    return kept.split()


def faults(name: str, told: dict[str, str]) -> set[str]:
    """What is wrong with the service of a process."""
    found = set()
    command = without_place(shlex.split(told["ExecStart"]))
    command[0] = command[0].removeprefix("/srv/kriegspiel/current/.venv/bin/")
    if command != container(name):
        found.add("not the command of the container")
    wanted = {
        "User": "kriegspiel",
        "EnvironmentFile": "/etc/kriegspiel/environment",
        "Restart": "always",
        "KillMode": "mixed",
        "NoNewPrivileges": "true",
        "ProtectSystem": "strict",
        "PrivateTmp": "true",
    }
    found |= {key for key, value in wanted.items() if told.get(key) != value}
    found |= {key for key in ("MemoryMax", "TimeoutStopSec") if key not in told}
    graceful = re.search(r"--timeout-graceful-shutdown (\d+)", told["ExecStart"])
    if graceful and int(told.get("TimeoutStopSec", 0)) < int(graceful[1]) + 5:
        found.add("killed before it has ended by itself")
    return found


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_starts_what_its_container_starts_and_may_do_no_more_than_it_must(name: str) -> None:
    assert faults(name, service(name)) == set()


@pytest.mark.parametrize(
    ("name", "otherwise", "fault"),
    [
        ("web", {"ExecStart": service("web")["ExecStart"].replace(" --no-proxy-headers", "")}, "not the command of the container"),
        ("worker", {"ExecStart": service("worker")["ExecStart"] + " -Q mail"}, "not the command of the container"),
        ("streams", {"TimeoutStopSec": "3"}, "killed before it has ended by itself"),
        ("clock", {"Restart": "on-failure"}, "Restart"),
        ("beat", {"ProtectSystem": "full"}, "ProtectSystem"),
        ("beat", {"User": "root"}, "User"),
    ],
)  # fmt: skip
def test_a_service_that_does_otherwise_is_found(name: str, otherwise: dict[str, str], fault: str) -> None:
    assert faults(name, service(name) | otherwise) == {fault}


def test_a_task_may_end_before_its_worker_is_killed() -> None:
    from campaigns.management.commands.clock import LONGEST_ROUND
    from kriegspiel.celery import app

    assert int(service("worker")["TimeoutStopSec"]) > app.conf.task_time_limit
    assert int(service("clock")["TimeoutStopSec"]) > LONGEST_ROUND


def test_the_target_starts_every_service_and_they_go_with_it() -> None:
    named = set(unit("kriegspiel.target")["Unit"]["Wants"].split())
    assert named == {f"kriegspiel-{name}.service" for name in SERVICES}
    assert all(unit(one)["Unit"]["PartOf"] == "kriegspiel.target" for one in named)


@pytest.mark.parametrize("name", ["web", "streams"])
def test_nginx_asks_at_the_ports_that_systemd_holds(name: str) -> None:
    held = unit(f"kriegspiel-{name}.socket")["Socket"]["ListenStream"]
    assert (("server", held, "max_fails=0"), ()) in dict(read(SITE))["upstream", name]
    assert unit(f"kriegspiel-{name}.service")["Unit"]["Requires"] == f"kriegspiel-{name}.socket"
    assert " --fd 3 " in service(name)["ExecStart"]


def test_a_worker_of_one_queue_differs_from_the_other_in_its_queue_alone() -> None:
    one, other = service("worker@"), service("worker")
    assert one == other | {"ExecStart": other["ExecStart"] + " -Q %i -n %i@%%h"}


def test_a_backup_runs_as_somebody_who_may_only_read() -> None:
    assert service("backup")["User"] == "kriegspiel_backup"
    assert unit("kriegspiel-backup.timer")["Timer"]["Persistent"] == "true"
    assert (FOLDER / "backup.sh").stat().st_mode & 0o111 and (FOLDER / "manage.sh").stat().st_mode & 0o111


# --- The document ------------------------------------------------------------------------------------------


def test_the_document_names_every_file_of_its_folder() -> None:
    files = [path for path in FOLDER.rglob("*.*") if path.is_file()]
    named = [path for path in files if path.relative_to(FOLDER.parent).as_posix() in DOCUMENT or path.name in DOCUMENT]
    assert len(files) > 10 and named == files


def test_the_sums_are_those_of_the_figures_in_the_document() -> None:
    assert holds.PLACE.findall(DOCUMENT) == [holds.sums(DOCUMENT)]


@pytest.mark.parametrize("name", sorted(holds.figures(DOCUMENT)))
def test_a_figure_that_is_replaced_changes_the_sums(name: str) -> None:
    line = next(line for line in DOCUMENT.splitlines() if line.startswith(f"| `{name}` "))
    value = line.split("|")[2].strip()
    changed = DOCUMENT.replace(line, line.replace(f" {value} ", f" {100 * float(value):g} ", 1))
    assert holds.PLACE.findall(changed) != [holds.sums(changed)]


LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")


def anchors(path: Path) -> set[str]:
    """The addresses of a document's headings."""
    heads = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def broken(path: Path) -> list[str]:
    """The broken links of a document."""
    found = []
    for target, part in LINK.findall(path.read_text(encoding="utf-8")):
        led = path.parent / target if target else path
        if not led.exists() or (part and part not in anchors(led)):
            found.append(f"{target}#{part}" if part else target)
    return found


LINKED = [
    "README.md",
    "CONTRIBUTING.md",
    "docs/api.md",
    "docs/engineer.md",
    "docs/serving.md",
    "docs/serving/watching.md",
]
LINKED += sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs/engineer").glob("*.md"))


@pytest.mark.parametrize("name", LINKED)
def test_every_link_leads_somewhere(name: str) -> None:
    assert broken(ROOT / name) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# One head\n[a](#one-head) [b](#none) [c](b.md) [d](a.md#none)")
    assert broken(tmp_path / "a.md") == ["#none", "b.md", "a.md#none"]


def test_the_document_names_no_machine_and_no_registry() -> None:
    assert re.findall(r"/tmp/\S+|/work/\S+|pypi\S*|127\.0\.0\.1:1\d{4}", DOCUMENT) == []
