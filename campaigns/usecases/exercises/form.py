"""An exercise in its normal form, read from plain data with everything that is wrong told at once.

docs/exercise-file.md describes each key.  The same exercise has the same normal form and so the same digest; the sequence
of its things is kept, and is no part of the digest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.bridge import canonical, digest, rules_of
from campaigns.models.battle import Terms
from campaigns.models.plain import Plain
from campaigns.objectives import read_objectives
from campaigns.usecases.exercises import parts
from campaigns.usecases.exercises.faults import Faults, Faulty, a_list, a_map
from campaigns.usecases.muster.countries import GREATEST_COUNTRY
from campaigns.usecases.muster.openings import complete
from campaigns.usecases.text_checks import read_line, read_text, read_whole
from rules.books import BOOKS
from rules.books import book as find_book
from rules.contract.book import Book
from rules.contract.data import Position
from rules.errors import Invalid
from rules.values.sentence import joined, of_field, say

FORMAT, VERSION = "kriegspiel-exercise", 1

LEVELS = {"beginners": say("for beginners"), "usual": say("usual"), "long": say("long")}
"""How much is asked of the players."""

KEYS = (
    "format", "version", "name", "summary", "author", "licence", "level", "players", "minutes", "moves",
    "book", "edition", "options", "campaign", "sides", "briefing", "country", "forces", "seats", "objectives",
    "events", "texts", "forked", "picture", "digest",
)  # fmt: skip
"""Every key of the file."""

MOST_PLAYERS, MOST_MINUTES, MOST_MOVES, MOST_NOTES = 60, 100_000, 1_000, 12

MOST_THINGS, MOST_LOOKED_AT = 1_500, 300
"""Things of a position at most, so that it is read in time; and of how many it is looked where they stand."""
SHA256 = re.compile("[0-9a-f]{64}|")


@dataclass(frozen=True)
class Exercise:
    """An exercise that the rules accept.  data: its normal form; notes: what whoever brings it in should know of it."""

    data: Plain
    notes: tuple[str, ...] = ()


def digest_of(exercise: Mapping[str, Any]) -> str:
    """SHA-256 of the canonical JSON of an exercise without its digest."""
    return digest({key: value for key, value in exercise.items() if key != "digest"})


def read_exercise(given: Mapping[str, Any], *, with_picture: bool = False) -> Exercise:
    """An exercise from plain data.  Faulty tells everything that is wrong; nothing is written.

    with_picture: whether its picture is at hand; else what it says of one is left out with a note.
    """
    _refuse_other_forms(given)
    faults = Faults()
    faults.known(given, KEYS, "")
    book = given.get("book")
    if not isinstance(book, str) or book not in BOOKS:
        faults.note("book", say("one of {wanted} is wanted", wanted=joined(", ", sorted(BOOKS))))
        faults.tell()
    rules = find_book(str(book))
    faults.take(_line(given.get("edition", rules.edition), "edition", 40, 0), "")
    about = _about(given, faults)
    played: Plain = {
        "options": _options(rules, given.get("options", {}), faults),
        "campaign": parts.read_settings(given.get("campaign", {}), faults),
        "sides": parts.read_sides(given.get("sides", {}), rules.sides, faults),
        "briefing": faults.take(lambda: read_text(given.get("briefing", ""), "briefing", parts.BRIEFING), ""),
        "seats": parts.read_seats(given.get("seats", []), rules, faults),
        "events": parts.read_events(given.get("events", []), rules, faults),
        "texts": parts.read_texts(given.get("texts", {}), rules.sides, faults),
    }
    country = _country(rules, given.get("country"), str(about["name"]), faults)
    faults.tell()
    terms = Terms(rules.key, rules.edition, rules.options(played["options"]))
    position = _position(terms, given.get("forces", {}), country)
    played["objectives"] = _objectives(terms, given.get("objectives", []))
    forces = json.loads(json.dumps({key: value for key, value in position.items() if key != "country"}))
    data = {
        "format": FORMAT, "version": VERSION, **about, "book": rules.key, "edition": rules.edition, **played,
        "country": position.get("country") or country, "forces": forces,
        "picture": given["picture"] if with_picture and isinstance(given.get("picture"), Mapping) else None,
    }  # fmt: skip
    own = digest_of(data)
    return Exercise({**data, "digest": own}, _notes(given, own, rules, terms, position, with_picture=with_picture))


def _refuse_other_forms(given: Mapping[str, Any]) -> None:
    """Refuse what is no exercise, and one of a version that is newer than this site."""
    if given.get("format") != FORMAT:
        raise Faulty([of_field("format", say("{wanted} is wanted", wanted=FORMAT))])
    version = given.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise Faulty([of_field("version", say("a whole number from 1 on is wanted"))])
    if version > VERSION:
        raise Faulty(
            [of_field("version", say("it is {given}; this site reads up to {known}", given=version, known=VERSION))]
        )


def _about(given: Mapping[str, Any], faults: Faults) -> Plain:
    """Who made it, and what it asks of whom."""
    level = given.get("level", "usual")
    if not isinstance(level, str) or level not in LEVELS:
        faults.note("level", say("one of {wanted} is wanted", wanted=joined(", ", LEVELS)))
    forked = given.get("forked", "")
    if not isinstance(forked, str) or not SHA256.fullmatch(forked):
        faults.note("forked", say("a SHA-256 in 64 small hexadecimal digits is wanted, or nothing"))
    lines = {
        key: faults.take(_line(given.get(key, ""), key, most, least), "")
        for key, most, least in (("name", 120, 1), ("author", 120, 0), ("licence", 120, 0))
    }
    return {
        **lines,
        "summary": faults.take(lambda: read_text(given.get("summary", ""), "summary", 1_000), ""),
        "level": level,
        "players": faults.take(lambda: _players(given.get("players", [2, 2])), [2, 2]),
        "minutes": faults.take(lambda: read_whole(given.get("minutes", 60), "minutes", 1, MOST_MINUTES), 60),
        "moves": faults.take(lambda: read_whole(given.get("moves", 0), "moves", 0, MOST_MOVES), 0),
        "forked": forked,
    }


def _line(given: Any, key: str, most: int, least: int) -> Any:
    return lambda: read_line(given, key, most, least)


def _players(given: Any) -> list[int]:
    """How many can play it, from and to."""
    both = [read_whole(one, "players", 1, MOST_PLAYERS) for one in a_list(given, "players", 2)]
    if len(both) != 2 or both[0] > both[1]:
        raise Invalid(of_field("players", say("two numbers are wanted, the fewest and the most")))
    return both


def _options(rules: Book, given: Any, faults: Faults) -> Plain:
    """The options that are not as the book has them."""
    chosen = faults.take(lambda: rules.options(a_map(given, "options")), rules.options({}))
    usual = rules.options({})
    return {key: value for key, value in chosen.items() if value != usual[key]}


def _country(rules: Book, given: Any, name: str, faults: Faults) -> Plain | None:
    """The country in its normal form under a name; none where people measure on an open floor."""
    if given is None:
        return None

    def read() -> Plain | None:
        data = a_map(given, "country")
        if len(canonical(data)) > GREATEST_COUNTRY:
            raise Invalid(of_field("country", say("at most {n} bytes are wanted", n=f"{GREATEST_COUNTRY:,}")))
        country: Plain = rules.country({**data, "name": data.get("name") or name})
        if "size" not in country:
            raise Invalid(of_field("country.size", say("give width and depth")))
        return country

    return faults.take(read, None)


def _position(terms: Terms, given: Any, country: Plain | None) -> Position:
    """The opening position on the country, as the rules have it."""
    faults = Faults()
    forces = faults.a_map(given, "forces")
    many = sum(len(group) for group in forces.values() if isinstance(group, Mapping))
    if many > MOST_THINGS:
        faults.note(
            "forces", say("it has {n} things; at most {most} are taken", n=f"{many:,}", most=f"{MOST_THINGS:,}")
        )
        faults.tell()
    if "country" in forces:
        faults.note("forces.country", say("the country has a key of its own"))
    start = {**forces, "country": country} if country else forces
    position = faults.take(lambda: complete(terms, start), Position({}))
    faults.tell()
    return position


def _objectives(terms: Terms, given: Any) -> list[Plain]:
    """The objectives in their normal form."""
    faults = Faults()
    read = faults.take(lambda: read_objectives(rules_of(terms), given), list[Plain]())
    faults.tell()
    return read


def _notes(
    given: Mapping[str, Any], own: str, rules: Book, terms: Terms, position: Position, *, with_picture: bool
) -> tuple[str, ...]:
    """What is worth knowing of an exercise that can be played."""
    notes: list[str] = []
    said = given.get("digest")
    if said and said != digest_of(given):
        notes.append(say("The file was changed since it was taken out: its digest is another."))
    if given.get("edition", rules.edition) != rules.edition:
        notes.append(
            say("It was made for edition {made}; it is played by {now}.", made=given["edition"], now=rules.edition)
        )
    if given.get("picture") and not with_picture:
        notes.append(say("The picture is left out: it does not stand beside the exercise."))
    things = sorted(thing for _, thing, _ in rules.pieces.every(position))
    odd = rules_of(terms).table(position).misplaced(things[:MOST_LOOKED_AT])
    return (*notes, *(one["sentence"] for one in odd[:MOST_NOTES]))
