"""The tours of a first visit: a few steps round the desk, and round a commander's sheet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """shows: where on the page it is, as a selector; a page that has it not passes the step over in silence."""

    title: str
    says: str
    shows: str = ""


@dataclass(frozen=True)
class Tour:
    """name: under which it is put away.  page: on which it is offered."""

    name: str
    page: str
    title: str
    steps: tuple[Step, ...]


ROUND_THE_SHEET = (
    Step(
        "The clock",
        "Your orders count if they reach the house before it runs out. It goes by the house’s time, not by yours.",
        ".strip, .clock",
    ),
    Step(
        "What you know",
        "The plan and the tables show what your side may know, and nothing else. The other side sees another sheet.",
        "[aria-labelledby=h-plan], [aria-labelledby=h-enemy]",
    ),
    Step(
        "Your troops",
        "Press “Order” beside a body. The form offers what is legal now, with what it costs; "
        "nothing is sent before you have read it back.",
        "[aria-labelledby=h-troops]",
    ),
    Step(
        "Done",
        "When you have nothing more to send, say that you are ready. Until time is called you may take it back "
        "and revise every order.",
        "#status",
    ),
    Step(
        "The report",
        "When the move is submitted, “Reports” has what happened, each result with its sum and its clause. "
        "Follow a clause to read the rule.",
        ".tabs",
    ),
)

ROUND_THE_DESK = (
    Step(
        "The way of a move",
        "Its four steps stand at the head; the one that is marked is now, and the sentence beneath says what to do next.",
        ".steps",
    ),
    Step(
        "The clock",
        "Here you pause, extend or call time. Whose orders are in, and who has said that he is ready, stands beside it.",
        ".strip, .rail",
    ),
    Step(
        "The orders",
        "They lie in the sequence in which they are resolved. What has to be measured is asked for here, and nothing else.",
        "[aria-labelledby=h-orders]",
    ),
    Step(
        "The finding",
        "Work it out as often as you like: every loss has its clause and its sum, and nobody else sees it yet.",
        "#finding",
    ),
    Step(
        "Submit",
        "One press publishes the finding to all at once, writes the books and opens the next move. "
        "Pressed twice it is done once.",
        "[aria-labelledby=h-submit]",
    ),
)

TOURS = (
    Tour("commander", "sheet", "Your first battle? Once round the sheet, in five steps", ROUND_THE_SHEET),
    Tour("umpire", "desk", "Your first evening as umpire? Once round the desk, in five steps", ROUND_THE_DESK),
)


def tour_of(page: str, rules: bool) -> Tour | None:
    """The tour that a page offers to whoever reads it."""
    name = "umpire" if rules else "commander"
    return next((tour for tour in TOURS if (tour.page, tour.name) == (page, name)), None)
