"""Run by .venv-peers: what the PyPI package `diplomacy` takes to process phases of movement of seven powers.

Prints JSON: version, and for opening phases and for later ones the seconds that ``process()`` took and the orders that
were given.  Orders are drawn at random from the legal ones, by the seed given; every phase begins with a game of its own.
"""

import json
import random
import sys
import time
from importlib.metadata import version

from diplomacy import Game

PLAYED_ON = 25
"""One game in so many is played on past its opening."""

YEARS = 5
"""Years for which it is."""


def phase(game: Game, draw: random.Random) -> tuple[float, int]:
    """One phase with an order for everything that may be ordered: seconds of ``process()``, and how many orders."""
    legal = game.get_all_possible_orders()
    given = 0
    for power in game.powers:
        orders = [draw.choice(legal[place]) for place in game.get_orderable_locations(power)]
        game.set_orders(power, orders)
        given += len(orders)
    began = time.perf_counter()
    game.process()
    return time.perf_counter() - began, given


def later(game: Game, draw: random.Random) -> list[tuple[float, int]]:
    """The phases of movement of the years after the opening."""
    found = []
    until = int(game.get_current_phase()[1:5]) + YEARS
    while not game.is_game_done and int(game.get_current_phase()[1:5]) < until:
        moving = game.phase_type == "M"
        taken = phase(game, draw)
        if moving:
            found.append(taken)
    return found


def main() -> None:
    """Process as many opening phases as asked, and play some games on."""
    seed, times = int(sys.argv[1]), int(sys.argv[2])
    draw = random.Random(seed)
    phase(Game(), draw)
    found: dict[str, list[tuple[float, int]]] = {"opening": [], "later": []}
    for number in range(times):
        game = Game()
        found["opening"].append(phase(game, draw))
        if number % PLAYED_ON == 0:
            found["later"] += later(game, draw)
    print(json.dumps({"version": version("diplomacy"), **found}))


if __name__ == "__main__":
    main()
