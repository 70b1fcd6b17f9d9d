"""A template is woven once, even if several threads load it at once."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from django.template import engines

from campaigns.speech import weaving


def test_two_threads_that_want_a_template_at_once_are_both_given_it_woven_once(monkeypatch: pytest.MonkeyPatch) -> None:
    engine: Any = engines["django"]
    loader = weaving.Loader(engine.engine, engine.engine.loaders[0][1])
    really, woven = weaving.weave, []

    def slowly(template: Any) -> list[str]:
        woven.append(template)
        time.sleep(0.2)
        return really(template)

    monkeypatch.setattr(weaving, "weave", slowly)
    given: list[Any] = []
    threads = [
        threading.Thread(target=lambda: given.append(loader.get_template("campaigns/sheet.html").entries))
        for _ in range(4)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join(20)
    assert len(woven) == 1 and len(given) == 4
    assert all(entries == given[0] and entries for entries in given), "nobody was given it before it was whole"
