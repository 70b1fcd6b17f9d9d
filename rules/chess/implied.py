"""What each value of each option implies, in a sentence: for whoever chooses, before it is frozen.  [rulebook section 5]

Flags are under ``yes`` and ``no``, switches under ``on`` and ``off``.
"""

from __future__ import annotations

IMPLIED: dict[str, dict[str, str]] = {
    "strict_mate_only": {
        "yes": "A game that is conceded counts for nobody.",
        "no": "A game that is conceded counts in the match as one that was won.",
    },
    "unannounced_check": {
        "code": "As the code has it: it binds in 1879, and may be ignored under the older laws.",
        "binding": "A check binds, whether anybody said it or not.",
        "ignored": "A check of which nothing was said need not be met.",
    },
    "touch_move": {
        "on": "A man touched must be moved, if he can.",
        "off": "Touching binds nobody.",
    },
    "first_mover": {
        "code": "As the code has it: White in 1879, by turns under the older laws.",
        "white": "White begins every game.",
        "alternating": "The first move goes from one player to the other, game by game.",
    },
    "odds": {
        "none": "Both begin with all their men.",
        "pawn": "Who gives odds begins without his king's bishop's pawn.",
        "knight": "Who gives odds begins without his queen's knight.",
        "bishop": "Who gives odds begins without his queen's bishop.",
        "rook": "Who gives odds begins without his queen's rook.",
        "queen": "Who gives odds begins without his queen.",
    },
    "kriegspiel": {
        "on": "Each player sees his own men only, and the program is umpire.",
        "off": "Both see the whole board.",
    },
    "kriegspiel_no_heard_by_both": {
        "yes": "Both players hear when the umpire says no.",
        "no": "Only the player who tried hears the umpire's no.",
    },
}
