"""Log lines: one record is one line, whatever stood in what was asked for.  [RELIABILITY G10]"""

from __future__ import annotations

import logging
import re

_BREAKS = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")


class OneLine(logging.Formatter):
    """A formatter whose message cannot begin a line of its own nor command a terminal; a traceback stands below it."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The line without the traceback."""
        record.message = _BREAKS.sub(lambda sign: sign[0].encode("unicode_escape").decode(), record.message)
        return super().formatMessage(record)
