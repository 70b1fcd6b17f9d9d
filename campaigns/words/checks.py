"""Where catalogs are not compiled the house says so when it starts: else it would speak English, and nobody would know why."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

log = logging.getLogger(__name__)
HINT = "`make install` compiles them; in a container `pybabel compile --directory locale --domain 'django djangojs'`."


@register
def catalogs_are_compiled(**of: Any) -> list[CheckMessage]:
    """An error for each catalog that is not compiled, a warning for each that was changed since."""
    found: list[CheckMessage] = []
    for path in (one for folder in settings.LOCALE_PATHS for one in sorted(Path(folder).glob("*/LC_MESSAGES/*.po"))):
        made, name = path.with_suffix(".mo"), "/".join(path.parts[-3:])
        if not made.exists():
            found.append(Error(f"{name} is not compiled: its language would be English.", HINT, id="words.E001"))
        elif made.stat().st_mtime < path.stat().st_mtime:
            found.append(Warning(f"{name} was changed after it was compiled.", HINT, id="words.W001"))
    return found


def say_what_is_not_compiled() -> None:
    """The same in the log, for servers that start without Django's checks."""
    for one in catalogs_are_compiled():
        log.log(one.level, "%s %s", one.msg, one.hint)
