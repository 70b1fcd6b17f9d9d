"""Names of people as others see them: two that look alike are one too many.  [RELIABILITY G8]"""

from __future__ import annotations

import unicodedata
from typing import Any

from django.contrib.auth import get_user_model

from campaigns.usecases.text_checks import read_line
from rules.errors import Invalid
from rules.values.seen import drawn
from rules.values.sentence import of_field, say

LIKE = {
    "Cyrillic": ("\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb", "aeopcyxijsdh"),
    "Cyrillic, by their capitals": ("\u043a\u043c\u0442\u0432\u043d", "kmtbh"),
    "Greek": ("\u03b1\u03bf\u03c1\u03bd\u03b9\u03ba\u03c4\u03c5\u03c7", "aopviktyx"),
    "Greek, by their capitals": ("\u03b7\u03bc\u03b2\u03b5\u03b6", "hmbez"),
    "Armenian": ("\u0585\u057d\u0570\u0578\u0581\u0566\u056c", "ouhngql"),
    "Cherokee": (
        "\u13aa\u13f4\u13df\u13a0\u13ac\u13bb\u13a5\u13ab\u13e6\u13de\u13b7\u13e2\u13a1\u13da\u13a2\u13d9\u13b3\u13bd\u13d4\u13c3",
        "abcdehijklmprstvwywz",
    ),
    "Lisu": (
        "\ua4ee\ua4d0\ua4da\ua4d3\ua4f0\ua4dd\ua4d6\ua4e7\ua4f2\ua4d9\ua4d7\ua4e1\ua4df\ua4e0\ua4f3\ua4d1\ua4e2\ua4d4\ua4f4\ua4e6\ua4ea\ua4eb\ua4ec\ua4dc",
        "abcdefghijklmnopstuvwxyz",
    ),
    "Latin capitals drawn small": (
        "\u1d00\u0299\u1d04\u1d05\u1d07\ua730\u0262\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d\u0274\u1d0f\u1d18\u0280\ua731\u1d1b\u1d1c\u1d20\u1d21\u028f\u1d22",
        "abcdefghijklmnoprstuvwyz",
    ),
    "other Latin": ("\u0251\u0131\u0261\u0237\u028b\u0269", "aigjvi"),
}
"""Small letters that look like small Latin letters, or whose capitals do; of scripts without capitals, their letters."""

LIKE_LATIN = str.maketrans("".join(those for those, _ in LIKE.values()), "".join(like for _, like in LIKE.values()))

READ_AS: dict[int, str | None] = {0xFE0E: None, 0xFE0F: None, 0x2800: " "}
"""What is drawn and yet not seen: how a picture is drawn, and a sign that looks like a space."""

READ_OVER = str.maketrans("I1|0", "lllo")
"""What is taken for a small l or an o; a small i is not."""


def look_of(name: str) -> str:
    r"""What is seen of a name: names with the same look cannot be told apart by width, capitals, spaces or script.

    >>> look_of("\u0421\u0430\u0440\u0430") == look_of("CAPA"), look_of("\uff21nna  Lee") == look_of("anna lee")
    (True, True)
    >>> look_of("General\ufe0f\u2800Lee\u200d") == look_of("General Lee"), look_of("Anna") == look_of("Anne")
    (True, False)
    """
    return _look(unicodedata.normalize("NFKC", drawn(name)))


def _look(wide: str) -> str:
    return " ".join(wide.translate(READ_AS).casefold().split()).translate(LIKE_LATIN)


def looks_of(name: str) -> frozenset[str]:
    """The looks of a name: read with care, and as who reads it over takes I and 1 for l and 0 for o.

    >>> bool(looks_of("AIice 0tt") & looks_of("Alice Ott")), bool(looks_of("Neil") & looks_of("Nell"))
    (True, False)
    """
    wide = unicodedata.normalize("NFKC", drawn(name))
    return frozenset((_look(wide), _look(wide.translate(READ_OVER))))


def of_one_script(name: str) -> bool:
    """Whether all letters of a name are of one script."""
    return (
        len({unicodedata.name(one, "").split(" ")[0] for one in unicodedata.normalize("NFKC", name) if one.isalpha()})
        <= 1
    )


def looks_like_another(name: str, but: Any = None) -> bool:
    """Whether a name looks like that of somebody else, by which they log in or which others are shown."""
    looks, others = looks_of(name), get_user_model().objects.all()
    if but is not None:
        others = others.exclude(pk=but.pk)
    names = others.values_list("username", "first_name", "last_name")
    return any(looks & (looks_of(user) | looks_of(f"{first} {last}")) for user, first, last in names.iterator())


def read_shown_name(name: Any, but: Any = None) -> str:
    """The name by which others are shown somebody, or nothing: one script in each word, and nobody else's by its look.

    but: whose own name it is.
    """
    line = read_line(name, "name", 60, least=0)
    if not all(of_one_script(word) for word in line.split()):
        raise Invalid(
            of_field("name", say("use letters of one script only; letters of another script can look the same"))
        )
    if line and looks_like_another(line, but):
        raise Invalid(of_field("name", say("somebody else is called that here; add something that tells you apart")))
    return line
