"""A chess engine that the host has installed, used through UCI: limited, never trusted, killed when it hangs."""

from __future__ import annotations

import logging
import shlex
from contextlib import suppress

import chess
import chess.engine
from django.conf import settings

from rules.contract.data import Order
from rules.contract.machines import ForEngine

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds beyond its limit within which an engine must have answered."""

SECONDS = {1: 0.1, 2: 0.3, 3: 0.7, 4: 1.5}
"""Seconds that each level has for a move."""

SHARES = {1: (0, 1), 2: (1, 4), 3: (1, 2), 4: (1, 1)}
"""Shares of the range of its skill setting, where an engine has one."""

SKILL = "Skill Level"
ALWAYS = {"Threads": 1, "Hash": 16}
GLAD = chess.engine.Cp(-100)
"""With a score as bad as this it accepts a draw."""


class Failed(Exception):
    """A machine has given no order; why, in words for people."""


def orders_of_engine(wanted: ForEngine, level: int) -> list[Order]:
    """The orders of the engine; a move that our laws do not allow counts as none.  Failed where none comes in time."""
    if wanted.first:
        return list(wanted.first)
    if not wanted.moves:
        raise Failed("it has no move in this position")
    played = _played(wanted, level)
    if wanted.agree and _glad_of_a_draw(played):
        return [wanted.agree]
    move = played.move.uci() if played.move is not None else "no move"
    if move not in wanted.moves:
        raise Failed(f"it answered with {move}, which the laws do not allow here")
    return [wanted.moves[move]]


def _played(wanted: ForEngine, level: int) -> chess.engine.PlayResult:
    """What the engine answers, in a process of its own that does not outlive the question."""
    command = shlex.split(settings.UCI_ENGINE)
    board = chess.Board(wanted.fen)
    open_moves = [chess.Move.from_uci(move) for move in wanted.moves]
    bound = None if set(open_moves) == set(board.legal_moves) else open_moves
    engine = None
    try:
        engine = chess.engine.SimpleEngine.popen_uci(command, timeout=PATIENCE)
        engine.configure(_settings(engine, level))
        limit = chess.engine.Limit(time=SECONDS[level])
        return engine.play(board, limit, root_moves=bound, info=chess.engine.INFO_SCORE)
    except TimeoutError as late:
        raise Failed("the engine did not answer in time and was stopped") from late
    except (chess.engine.EngineError, OSError, ValueError) as fault:
        log.warning("the engine of chess failed: %s", fault)
        raise Failed(
            "the engine could not be spoken to; those who look after the server find it in their log"
        ) from fault
    finally:
        if engine is not None:
            with suppress(chess.engine.EngineError, OSError):
                engine.close()


def _settings(engine: chess.engine.SimpleEngine, level: int) -> dict[str, int]:
    """Its strength and the limits of its resources, as far as it has such settings."""
    found = {name: value for name, value in ALWAYS.items() if name in engine.options}
    skill = engine.options.get(SKILL)
    if skill is not None and skill.min is not None and skill.max is not None:
        part, whole = SHARES[level]
        found[SKILL] = skill.min + (skill.max - skill.min) * part // whole
    return found


def _glad_of_a_draw(played: chess.engine.PlayResult) -> bool:
    score = played.info.get("score")
    return score is not None and score.relative <= GLAD
