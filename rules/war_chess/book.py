"""War-Chess behind the interface of all books: plain data in, plain data out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.board.book import BoardGame, score_of
from rules.contract import data
from rules.contract.answers import Checked, Choice, Finding
from rules.contract.machines import Level
from rules.contract.options import ByRegister
from rules.contract.table import Table
from rules.errors import Refused
from rules.values.chance import Chance as Drawing
from rules.values.chance import read_chance
from rules.values.sentence import say, say_as
from rules.war_chess import options
from rules.war_chess import orders as given
from rules.war_chess.adjudicate import DOES, Turn, adjudicate, in_words, try_order
from rules.war_chess.field.board import read_cell
from rules.war_chess.field.figures import called, clause_of_power, shown
from rules.war_chess.game import Game, read_game, write_game
from rules.war_chess.machine.evaluation import WORTH
from rules.war_chess.machine.reply import LEVELS, answer
from rules.war_chess.moves.duties import TROOPS_DUTY, WAGON_DUTY, bound, owed
from rules.war_chess.moves.refusals import seen_by_owner
from rules.war_chess.reports import narrate
from rules.war_chess.reports.diagram import diagram

GROUPS = {
    "pass": say("Turn"),
    "resign": say("End"),
    "offer-draw": say("End"),
    "agree-draw": say("End"),
    "claim": say("End"),
}


class WarChess(ByRegister, BoardGame):
    """War-Chess, or the Game of Battle, in the edition of the rulebook."""

    key = "war-chess"
    title: str = say("War-Chess (Richardson, 1866)")
    edition = "1866.1"
    chosen = options.Options
    sides: tuple[str, ...] = Game.sides

    levels: tuple[Level, ...] = LEVELS

    def reply(self, position: data.Position, options: data.Options, side: str, level: int) -> tuple[data.Order, ...]:
        """The orders of the machine for a side at its turn."""
        if level not in [one.level for one in LEVELS]:
            return super().reply(position, options, side, level)
        return tuple(answer(position, options, side, level))

    def opening(self, start: data.Start, options: data.Options) -> data.Position:
        """The opening position, checked and complete."""
        return write_game(_game(dict(start), options))

    def table(self, position: data.Position, options: data.Options) -> Table:
        """A game, parsed once; Invalid if it is not one of this book."""
        return Table(self, position, options)

    def read(self, position: data.Position, options: data.Options) -> Game:
        """A game from plain data."""
        return _game(position, options)

    def order(self, data: Mapping[str, Any]) -> data.Order:
        """An order in its normal form; Invalid if it is not understood."""
        return given.write_order(given.read_order(dict(data)))

    def check(self, floor: Game, side: str, order: data.Order, before: Sequence[data.Order] = ()) -> Checked:
        """Check that a side may give an order, after those before it; Refused with clause and cells if not."""
        turn = _tried(floor, side, before)
        read = given.read_order(order)
        try_order(turn, read)
        one = isinstance(read, given.Move | given.Pass)
        return Checked(
            say("the turn") if one else "",
            "nothing" if one or turn.played else say("the turn"),
            in_words(read, turn.game),
        )

    def choices(self, floor: Game, side: str, thing: str, before: Sequence[data.Order] = ()) -> tuple[Choice, ...]:
        """The legal moves of the figure on a cell; without a cell, what else may be said or done in this turn."""
        turn = _tried(floor, side, before)
        game = turn.game
        if game.over:
            return ()
        if not thing:
            return _said(turn)
        cell = read_cell(thing, "thing")
        if turn.played or side != game.position.to_move:
            return ()
        return tuple(_choice(game, cell, target) for target in game.legal().get(cell, ()))

    def duties(self, floor: Game, side: str, thing: str) -> tuple[data.Duty, ...]:
        """The duties of a side in its turn; of the figure on a cell if one is named."""
        game = floor
        if game.over or side != game.position.to_move:
            return ()
        _, binding = bound(game.position, game.options.winning_capture_overrides_duty)
        return tuple(
            {
                "clause": duty,
                "sentence": DUTIES.get(duty, say("The Citadel is under artillery fire and must be relieved.")),
                "binds": duty == binding,
            }
            for duty in owed(game.position)
        )

    def adjudicate(
        self,
        floor: Game,
        side: str,
        orders: Sequence[data.Order],
        facts: data.Facts,
        chance: data.Chance,
        *,
        fire_only: bool = False,
        fire_ruled: Sequence[data.Change] = (),
    ) -> Finding:
        """The result of a turn; the same input gives the same bytes."""
        self.names(facts)
        turn = adjudicate(floor, side, orders, read_chance(chance or None))
        return Finding(
            position=write_game(turn.game),
            events=tuple(event.data() for event in turn.events),
            refused=tuple(turn.refused),
        )

    def sees(self, floor: Game, side: str) -> data.Known:
        """What a side may know: everything is on the board.  [WC-GEN-05]"""
        return data.Known(write_game(floor))

    def board(self, floor: Game, side: str) -> data.Board:
        """The board to be drawn: the same for everybody.  [WC-GEN-05]"""
        return diagram(floor)

    def narrate(self, event: data.Event, names: Mapping[str, str]) -> str:
        """An event in one plain sentence."""
        return narrate.narrate(event, names)

    def score(self, floor: Game) -> data.Points:
        """One point to the winner, half to each in a draw; empty while the game goes on."""
        return score_of(floor.ended, self.sides)

    def weight(self, event: data.Event) -> int:
        """The worth of a captured figure to the opponent of the house."""
        return WORTH.get(str(event.get("taken") or "")[1:], 0) if event["event"] == "figure-moved" else 0

    def overtime(self, floor: Game) -> tuple[data.Order, ...]:
        """The order of a player whose time has run out: to resign or, without a legal move, to pass.  [WC-END-05, WC-END-06]"""
        return super().overtime(floor) if floor.legal() else (data.Order({"order": "pass"}),)

    def next_side(self, position: data.Position) -> str:
        """The side to move."""
        return str(position["to_move"])


DUTIES = {
    TROOPS_DUTY: say("Infantry or cavalry is under fire; one of them must be helped."),
    WAGON_DUTY: say("The wagon is under fire and must be moved out of it."),
}


def _game(position: Mapping[str, Any], chosen: Mapping[str, Any]) -> Game:
    """A game from plain data."""
    return read_game(position, options.read_options(chosen))


def _tried(game: Game, side: str, before: Sequence[data.Order]) -> Turn:
    """The turn of a side after the orders that it has given; refused orders have no effect."""
    turn = Turn(game, side, Drawing())
    for one in before:
        try:
            order = given.read_order(one)
            try_order(turn, order)
            DOES[order.name](turn, order)
        except Refused:
            continue
    return turn


def _choice(game: Game, cell: int, target: int) -> Choice:
    """One legal move as a choice."""
    army, board = game.position.own, game.position.board()
    taken = board.get(target)
    title = say("Take {target}", target=called(taken, target)) if taken else say("Go to {target}", target=shown(target))
    clause = clause_of_power(army.figures[cell], seen_by_owner(army, cell, target))
    return Choice(
        data.Order({"order": "move", "from": cell, "to": target}),
        title,
        say("the turn"),
        group=say_as("verb", "Move"),
        clause=clause,
    )


def _said(turn: Turn) -> tuple[Choice, ...]:
    """What may be done in a turn besides moving: passing, claims, offers, resigning; what is blocked says why."""
    found = []
    for order in (
        given.Pass(),
        given.Claim(claim="repetition"),
        given.Claim(claim="captureless-moves"),
        given.OfferDraw(),
        given.AgreeDraw(),
        given.Resign(),
    ):
        blocked = None
        try:
            try_order(turn, order)
        except Refused as refusal:
            blocked = refusal.data()
        title = in_words(order, turn.game).removesuffix(".")
        cost = say("the turn") if order.name == "pass" else ""
        found.append(Choice(given.write_order(order), title, cost, blocked=blocked, group=GROUPS[order.name]))
    return tuple(found)


WAR_CHESS = WarChess()
"""The book itself."""
