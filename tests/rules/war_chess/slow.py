"""War-Chess once more, slowly and without a bitboard: what the engine is compared with.

A position is a map of cell to figure, the side to move, and the side that plays up the board.
"""

from __future__ import annotations

from rules.war_chess.field.board import OPPOSITE, STEPS

Board = dict[int, str]

WAYS = ("F", "B", "L", "R", "FL", "FR", "BL", "BR")
OBLIQUE = WAYS[4:]
MEN = "LIC"


def power(kind, way):
    """How far a figure goes, as its owner sees the way."""
    if kind in "AW" and way not in OBLIQUE:
        return 0
    return {"L": 3 if way in ("F", "FL", "FR") else 2, "I": 2, "C": 3, "A": 3, "W": 2, "X": 0}[kind]


def line(cell, way, far):
    """The cells of a line."""
    out = []
    while far and way in STEPS[cell]:
        cell = STEPS[cell][way]
        out.append(cell)
        far -= 1
    return out


def commanded(board, side):
    """Each cell commanded by a side's batteries, with the distances at which they stand."""
    found = {}
    for cell, figure in board.items():
        if figure == side[0] + "A":
            for way in OBLIQUE:
                for far, one in enumerate(line(cell, way, 3), 1):
                    found.setdefault(one, []).append(far)
                    if one in board:
                        break
    return found


def exposed(board, side, foe):
    """Foot, horse and wagon of a side that stand under fire."""
    fire = commanded(board, foe)
    cover = {cell for cell, figure in board.items() if figure == side[0] + "A"}
    out = set()
    for cell, figure in board.items():
        if figure[0] == side[0] and figure[1] in MEN + "W" and cell in fire:
            beside = any(STEPS[cell].get(way) in cover for way in OBLIQUE)
            if not beside or 1 in fire[cell]:
                out.add(cell)
    return out


def takes(kind, other):
    """Whether a figure may take another."""
    return kind in MEN or (kind == "A" and other == "A")


def pseudo(board, side, low):
    """Moves by lines, power and takers alone."""
    for cell, figure in sorted(board.items()):
        if figure[0] != side[0]:
            continue
        for way in WAYS:
            for one in line(cell, way if side == low else OPPOSITE[way], power(figure[1], way)):
                if one not in board:
                    yield cell, one
                    continue
                if board[one][0] != side[0] and takes(figure[1], board[one][1]):
                    yield cell, one
                break


def made(board, move):
    """The board after a move."""
    after = dict(board)
    after[move[1]] = after.pop(move[0])
    return after


def citadel_commanded(board, foe):
    """Whether the Citadel is under fire."""
    return any(board.get(cell) == "dX" for cell in commanded(board, foe))


def lawful(board, side, foe, low):
    """Moves that expose nobody newly."""
    before = exposed(board, side, foe)
    for move in pseudo(board, side, low):
        after = exposed(made(board, move), side, foe)
        if board.get(move[1]) == "dX":
            after.discard(move[1])
        if move[1] not in after and after <= before:
            yield move, after


def legal(board, side, low, overrides=True):
    """Every legal move, duties and all."""
    foe = "defender" if side == "attacker" else "attacker"
    before = exposed(board, side, foe)
    moves = list(lawful(board, side, foe, low))
    if overrides:
        wins = {move for move, _ in moves if board.get(move[1], "--")[1] in "WX"}
    else:
        wins = {move for move, _ in moves if board.get(move[1]) == "dX" and move[0] in before}
    if side == "defender" and citadel_commanded(board, foe):
        ending = {move for move, _ in moves if not citadel_commanded(made(board, move), foe)}
        if ending:
            return ending | wins
        driving = {move for move, _ in moves if drives(made(board, move), side, foe, low)}
        if driving:
            return driving | wins
    wagon = {cell for cell in before if board[cell][1] == "W"}
    if wagon:
        met = {move for move, after in moves if not wagon & after and not (move[0] in wagon and move[1] in after)}
        if met:
            return met | wins
    foot = before - wagon
    if foot:
        met = {move for move, after in moves if len(after - wagon) < len(foot)}
        if met:
            return met | wins
    return {move for move, _ in moves}


def drives(board, side, foe, low):
    """Whether a side that moved again could take a battery bearing on the Citadel."""
    batteries = [cell for cell, figure in board.items() if figure == foe[0] + "A"]
    bearing = {
        gun
        for gun in batteries
        if citadel_commanded({**board, **{one: foe[0] + "I" for one in batteries if one != gun}}, foe)
    }
    return any(move[1] in bearing for move, _ in lawful(board, side, foe, low))
