"""The tag round a part of a page that is rendered once and kept until there is news (``campaigns/web/page/kept.py``)."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.utils.safestring import SafeString

from campaigns.audiences import NEWS

register = template.Library()

NEWS_KINDS = frozenset(NEWS)


class KeptPart(template.Node):
    """The part that the page's ``kept`` has under a name; its data are in the context while the part is rendered.

    without: the kinds of news that change nothing in it.
    """

    def __init__(self, name: str, which: FilterExpression | None, without: list[str], nodelist: NodeList) -> None:
        self.name, self.which, self.without, self.nodelist = name, which, without, nodelist

    def render(self, context: template.Context) -> SafeString:
        """The part, rendered where it is not kept."""

        def make(told: Any) -> str:
            with context.push(**told):
                return self.nodelist.render(context)

        name = f"{self.name} {self.which.resolve(context)}" if self.which is not None else self.name
        found: SafeString = context["kept"].part(name, make, self.without)
        return found


@register.tag
def kept(parser: Parser, token: Token) -> KeptPart:
    """``{% kept main %}…{% endkept %}``, or ``{% kept sheet forloop.counter %}`` where there are several.

    ``{% kept map without words %}``: news of these kinds leaves it as it is.
    Nothing in it may depend on the time, or contain the token of a form.
    """
    _, name, *which = token.split_contents()
    without: list[str] = []
    if "without" in which:
        at = which.index("without")
        which, without = which[:at], which[at + 1 :]
    if not NEWS_KINDS.issuperset(without):
        raise template.TemplateSyntaxError(f"There is no news of a kind among {without}.")
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return KeptPart(name, parser.compile_filter(which[0]) if which else None, without, nodelist)
