"""The tours of a first visit: a few steps around the desk, and around a commander's sheet."""

from __future__ import annotations

from dataclasses import dataclass

from rules.values.sentence import say


@dataclass(frozen=True)
class Step:
    """shows: where on the page it is, as a selector; a step whose place is missing is skipped."""

    title: str
    says: str
    shows: str = ""


@dataclass(frozen=True)
class Tour:
    """name: under which it is stored as closed.  page: on which it is offered."""

    name: str
    page: str
    title: str
    steps: tuple[Step, ...]


ROUND_THE_SHEET = (
    Step(
        say("The clock"),
        say("Your orders count if they reach the site before the clock runs out. The site’s clock counts, not yours."),
        ".clock, .bar-clock",
    ),
    Step(
        say("What you know"),
        say("The map and the tables show only what your side may know. The other side sees something else."),
        "[aria-labelledby=h-plan], [aria-labelledby=h-enemy]",
    ),
    Step(
        say("Your troops"),
        say(
            "Press “Order” beside a body. The form offers what is legal now, with its cost. You check the "
            "order before you send it."
        ),
        "[aria-labelledby=h-troops]",
    ),
    Step(
        say("Done"),
        say(
            "When you have sent all your orders, press “I am ready”. Until the move ends you can undo this and change every order."
        ),
        "#status",
    ),
    Step(
        say("The report"),
        say(
            "After the move, “Reports” shows what happened, each result with its sum and its clause. Choose "
            "a clause to read the rule."
        ),
        ".tabs, .menu",
    ),
)

ROUND_THE_DESK = (
    Step(
        say("Steps of a move"),
        say(
            "The four steps are at the top. The current step is marked, and the sentence below it says what to do next."
        ),
        ".steps",
    ),
    Step(
        say("The clock"),
        say(
            "Here you can pause the clock, extend the move or end it. Beside it you see who has sent orders "
            "and who is ready."
        ),
        ".rail, .bar-clock",
    ),
    Step(
        say("The orders"),
        say("They are in the sequence in which they are carried out. The form asks only for what must be measured."),
        "[aria-labelledby=h-orders]",
    ),
    Step(
        say("The result"),
        say("Preview it as often as you like. Every loss shows its clause and its sum. Nobody else sees it yet."),
        "#finding",
    ),
    Step(
        say("Publish"),
        say(
            "One click publishes the result to everybody, enters supplies and the value of each force, and opens the next "
            "move. A second click does nothing."
        ),
        "[aria-labelledby=h-submit]",
    ),
)

TOURS = (
    Tour("commander", "sheet", say("Your first battle? Once round the sheet, in five steps"), ROUND_THE_SHEET),
    Tour("umpire", "desk", say("Your first evening as umpire? The desk in five steps"), ROUND_THE_DESK),
)


def tour_of(page: str, rules: bool) -> Tour | None:
    """The tour that a page offers to its reader."""
    name = "umpire" if rules else "commander"
    return next((tour for tour in TOURS if (tour.page, tour.name) == (page, name)), None)
