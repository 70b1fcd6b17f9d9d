"""A template is gone through once, whoever asks for it meanwhile."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from django.template import engines

from campaigns.speech import weaving
from campaigns.words.languages import in_language


def test_two_threads_that_want_a_template_at_once_are_both_given_it_woven_once(monkeypatch: pytest.MonkeyPatch) -> None:
    engine: Any = engines["django"]
    loader = weaving.Loader(engine.engine, engine.engine.loaders[0][1])
    really, woven, given = weaving.Weaver, [], []

    def slowly() -> Any:
        woven.append(True)
        time.sleep(0.2)
        return really()

    monkeypatch.setattr(weaving, "Weaver", slowly)
    threads = [
        threading.Thread(target=lambda: given.append(loader.get_template("campaigns/sheet.html"))) for _ in range(4)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join(20)
    assert woven == [True] and len({id(one) for one in given}) == 1 and len(given) == 4


def test_what_a_variable_holds_is_in_german_and_so_is_what_fills_a_gap_but_no_address_and_nothing_that_was_typed() -> (
    None
):
    source = (
        "{% load i18n %}{{ word }} <i title='{{ word }}' id='{{ word }}'></i><p lang='en'>{{ word }}</p>"
        "{% blocktranslate with name=battle.name how=word href=word %}<a href='{{ href }}'>{{ name }}</a>: {{ how }}{% endblocktranslate %}"
        "{% firstof nothing word %}"
    )
    template = engines["django"].from_string(source)
    weaving.Weaver().weave(template.template.nodelist)
    context = {"word": "Ready", "battle": {"name": "Ready"}}
    with in_language("de"):
        page = template.render(context)
    german, english = "Bereit", "Ready"
    assert page == (
        f"{german} <i title='{german}' id='{english}'></i><p lang='en'>{english}</p>"
        f"<a href='{english}'>{english}</a>: {german}{german}"
    )
