"""What each value of each option implies, in a sentence: for whoever chooses, before it is frozen.  [rulebook section 17]

Flags are under ``yes`` and ``no``.  Of a number the register's own sentence says all.
"""

from __future__ import annotations

IMPLIED: dict[str, dict[str, str]] = {
    "first_move": {
        "attacker": "The attacker makes the first move.",
        "defender": "The defender makes the first move.",
        "lot": "The first move is drawn by lot, from the sealed seed.",
    },
    "low": {
        "defender": "The defender's Citadel lies at the lower edge of the board.",
        "attacker": "The board is turned: the attacker stands at its lower edge.",
    },
    "winning_capture_overrides_duty": {
        "yes": "Who can take the Citadel or the Wagon may do so, though he owes another move.",
        "no": "A duty goes before everything, even before a move that would win.",
    },
    "repetition_claim": {"off": "Nobody may claim a draw because a position came again."},
    "captureless_moves_claim": {"off": "Nobody may claim a draw because nothing is taken."},
    "no_legal_move": {
        "pass": "The side passes until it has a move again.",
        "loss": "The side has lost.",
        "draw": "The game is drawn.",
    },
}
