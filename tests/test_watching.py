"""The dashboard, the alerts and the example for Prometheus name existing metrics; nginx exposes none of them."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from campaigns.clock import server_time
from campaigns.health import health
from campaigns.metrics import exposition
from campaigns.models import Pulse
from campaigns.serving.counters import Counted
from campaigns.serving.processes import ProcessState
from tests.campaigns.builders import NOON

SERVING = Path(__file__).resolve().parent.parent / "docs" / "serving"
DASHBOARD = json.loads((SERVING / "grafana.json").read_text(encoding="utf-8"))
ALERTS = [
    one
    for group in yaml.safe_load((SERVING / "alerts.yml").read_text(encoding="utf-8"))["groups"]
    for one in group["rules"]
]
POOL = {"pool_max": 20, "pool_size": 6, "pool_available": 2}


def given() -> dict[str, set[str]]:
    """Every name that /metrics gives, with its labels."""
    these = Counted()
    for name in ("request battle read 2xx", "thread read"):
        these.took(name, 0.1)
    these.level("memory", lambda: 1)
    these.level("streams", lambda: 1)
    these.level("waiting read", lambda: 1)
    web = ProcessState("web@one:1", "web", NOON, 0.1, False, 1, 20, POOL, these.as_data())
    Pulse.objects.update_or_create(name="sweep", defaults={"at": NOON, "mark": NOON})
    families = text_string_to_metric_families(exposition(health(server_time() + timedelta(days=9)), [web]).decode())
    found: dict[str, set[str]] = {}
    for one in (sample for family in families for sample in family.samples):
        found.setdefault(one.name, set()).update(one.labels)
    return found


def labels_of(expression: str) -> set[str]:
    """The labels that an expression filters or groups by."""
    grouped = re.findall(r"\bby\s*\(([^)]*)\)", expression)
    chosen = re.findall(r"[{,]\s*(\w+)\s*(?:=|!=|=~|!~)\s*\"", expression)
    return {one.strip() for group in grouped for one in group.split(",") if one.strip()} | set(chosen)


def unknown(expression: str, names: dict[str, set[str]]) -> set[str]:
    """Names in an expression that /metrics does not give, and labels of none of its metrics."""
    said = set(re.findall(r"\bkriegspiel_\w+", expression))
    its = set().union(*(names.get(one, set()) for one in said)) if said else {"job"}
    return {one for one in said if one not in names} | (labels_of(expression) - its)


EXPRESSIONS = [
    *((panel["title"], target["expr"]) for panel in DASHBOARD["panels"] for target in panel["targets"]),
    *((rule["alert"], rule["expr"]) for rule in ALERTS),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("where", "expression"), EXPRESSIONS, ids=[f"{where}" for where, _ in EXPRESSIONS])
def test_a_panel_and_an_alert_ask_for_what_metrics_gives(where: str, expression: str) -> None:
    assert unknown(expression, given()) == set()
    assert "kriegspiel" in expression


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("expression", "wrong"),
    [
        ("sum(rate(kriegspiel_order_total[5m]))", {"kriegspiel_order_total"}),
        ("kriegspiel_request_seconds", {"kriegspiel_request_seconds"}),
        ('sum by (view) (kriegspiel_requests_total{code="5xx"})', {"code"}),
        ("sum by (battle) (kriegspiel_requests_total)", {"battle"}),
    ],
)
def test_what_metrics_does_not_give_would_be_found(expression: str, wrong: set[str]) -> None:
    assert unknown(expression, given()) == wrong


@pytest.mark.django_db
def test_every_metric_is_looked_at_by_a_panel_or_an_alert() -> None:
    """A metric without use is only a cost; a few exist to be queried by hand."""
    said = {one for _, expression in EXPRESSIONS for one in re.findall(r"\bkriegspiel_\w+", expression)}
    of = {re.sub(r"_(bucket|sum|count)$", "", one) for one in given()}
    looked_at = {re.sub(r"_(bucket|sum|count)$", "", one) for one in said}
    assert of - looked_at == {"kriegspiel_build_info", "kriegspiel_process_start_time_seconds"}


def test_the_dashboard_can_be_imported_and_asks_which_prometheus_it_shall_read() -> None:
    (given_,) = DASHBOARD["__inputs"]
    assert (given_["name"], given_["type"], given_["pluginId"]) == ("DS_PROMETHEUS", "datasource", "prometheus")
    panels = DASHBOARD["panels"]
    assert len(panels) >= 12 and len({one["id"] for one in panels}) == len({one["title"] for one in panels}) == len(
        panels
    )
    sources = {json.dumps(one["datasource"]) for panel in panels for one in (panel, *panel["targets"])}
    assert sources == {json.dumps({"type": "prometheus", "uid": "${DS_PROMETHEUS}"})}
    assert [one["title"] for one in panels if not one["description"]] == []


def test_no_two_panels_lie_on_each_other() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert max(x for x, _ in cells) < 24 and not taken & cells, panel["title"]
        taken |= cells


def test_the_document_tells_what_every_panel_shows_and_what_to_do_at_every_alert() -> None:
    text = (SERVING / "watching.md").read_text(encoding="utf-8")
    assert [one["title"] for one in DASHBOARD["panels"] if f"**{one['title']}**" not in text] == []
    assert len(ALERTS) >= 8 and [one["alert"] for one in ALERTS if f"`{one['alert']}`" not in text] == []
    named = set(re.findall(r"`(Kriegspiel\w+)`", text))
    assert named == {one["alert"] for one in ALERTS}


def test_prometheus_asks_one_process_and_reads_the_alerts() -> None:
    told: dict[str, Any] = yaml.safe_load((SERVING / "prometheus.yml").read_text(encoding="utf-8"))
    (job,) = told["scrape_configs"]
    assert (job["job_name"], job["metrics_path"]) == ("kriegspiel", "/metrics")
    assert [len(one["targets"]) for one in job["static_configs"]] == [1]
    assert [(SERVING / name).is_file() for name in told["rule_files"]] == [True]


def place(path: str) -> str:
    """What nginx does with one exact path."""
    found = re.search(rf"location = {path} {{(.*?)\n    }}", (SERVING / "nginx.conf").read_text(encoding="utf-8"), re.S)
    assert found
    return found[1]


def test_nginx_hands_out_no_metrics_and_of_health_the_outside_alone() -> None:
    assert place("/metrics").split() == ["return", "404;"]
    for header in ("X-Forwarded-For unknown", 'Cookie ""', 'Authorization ""'):
        assert f"proxy_set_header {header};" in place("/healthz")
