"""Log lines: one record is one line, whatever a request contains.  [RELIABILITY G10]

``LOG_FORMAT`` chooses between lines for people and one JSON object to a line for programs.
"""

from __future__ import annotations

import logging
import os
import re
from datetime import UTC, datetime
from typing import Any

from pythonjsonlogger.json import JsonFormatter

_BREAKS = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")


class OneLine(logging.Formatter):
    """A formatter whose message can neither begin another line nor control a terminal; a traceback follows below it."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The line without the traceback."""
        record.message = _BREAKS.sub(lambda sign: sign[0].encode("unicode_escape").decode(), record.message)
        return super().formatMessage(record)


class OneObject(JsonFormatter):
    """A formatter that writes a record as one JSON object on one line, including its traceback.

    Of a record's extra data it writes only what is named here, so that nothing gets into the log by accident.
    """

    def add_fields(self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]) -> None:
        """The keys of a line.  message_dict: the traceback, and what was logged that was not text."""
        log_data["time"] = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        log_data["level"] = record.levelname
        log_data["logger"] = record.name
        log_data["pid"] = record.process
        log_data["message"] = record.getMessage()
        log_data.update(asked_in(record))
        for name, of in (("exception", "exc_info"), ("stack", "stack_info")):
            if message_dict.get(of):
                log_data[name] = message_dict[of]


def asked_in(record: logging.LogRecord) -> dict[str, Any]:
    """Method, path and status of the request that a record is about; empty where there is none."""
    request: Any = getattr(record, "request", None)
    if hasattr(request, "method") and hasattr(request, "path"):
        return {"method": request.method, "path": request.path, "status": getattr(record, "status_code", None)}
    if record.name == "uvicorn.access" and isinstance(record.args, tuple) and len(record.args) == 5:
        _, method, path, _, status = record.args
        return {"method": method, "path": str(path).partition("?")[0], "status": status}
    return {}


def formatter(kind: str = "") -> logging.Formatter:
    """The formatter of that format; by default of ``LOG_FORMAT``, for uvicorn, which does not read the settings."""
    kind = kind or os.environ.get("LOG_FORMAT") or "text"
    if kind == "json":
        return OneObject()
    if kind == "text":
        return OneLine("{asctime} {levelname} {name}: {message}", style="{")
    raise ValueError(f"LOG_FORMAT is {kind}: text or json is wanted")
