"""The tag that warns where a page shows links for others, and the site is open at the reader's own machine alone."""

from __future__ import annotations

from typing import Any

from django import template

from campaigns.serving.reach import on_own_machine

register = template.Library()


@register.inclusion_tag("campaigns/parts/own_machine.html", takes_context=True)
def own_machine(context: template.Context) -> dict[str, Any]:
    """The warning; nothing where links from this page lead others to the site."""
    return {"own": on_own_machine(context["request"])}
