"""Sealed notes of works: made when a work begins, proved by their digest, opened when it is finished.  [KS-NOTE-01 to KS-NOTE-03]"""

from __future__ import annotations

import hashlib

from rules.kriegspiel.events import NoteLaid, NoteOpened, NoteSealed
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Note, Work
from rules.kriegspiel.orders import Undertaking
from rules.kriegspiel.reports.read_back import read_back
from rules.values.chance import draw
from rules.values.sentence import to_say


def seal(text: str, number: int, salt: str) -> str:
    """The digest that proves a note: SHA-256 of its text, own move and salt, a line each.  [KS-NOTE-02]

    >>> seal("trench-1 is begun.", 2, "00")[:16]
    'db4b556ab5e941dd'
    """
    return hashlib.sha256(f"{text}\n{number}\n{salt}\n".encode()).hexdigest()


def seal_note(field: Field, work: Work, order: Undertaking) -> None:
    """Make the note of a work when it begins; its digest is published at once.  [KS-NOTE-01, KS-NOTE-02]"""
    identity = _next_id(field)
    text = read_back(field.position, order)
    salt = f"{draw(field.chance.seed, f'{field.chance.move}/note/{work.id}', 1 << 63):016x}"
    digest = seal(text, field.number, salt)
    field.sealed[identity] = Note(
        id=identity,
        side=field.side,
        work=work.id,
        kind=work.kind,
        text=text,
        number=field.number,
        salt=salt,
        digest=digest,
    )
    said = to_say("sealed at its commencement")
    field.emit(
        NoteSealed(
            clause="KS-NOTE-01",
            side=field.side,
            work=work.id,
            kind=work.kind,
            crew=work.crew,
            note=identity,
            text=text,
            sum=said,
        )
    )
    if field.options.show_note_count:
        field.emit(NoteLaid(clause="KS-NOTE-02", side=field.side, note=identity, digest=digest))


def _next_id(field: Field) -> str:
    """The id of the moving side's next note: numbered, so that it reveals nothing of the work."""
    number = 1 + sum(note.side == field.side for note in field.sealed.values())
    return f"{field.side}-note-{number}"


def open_notes(field: Field, work: Work) -> None:
    """Open the notes of a finished work, or of a mine that has exploded.  [KS-NOTE-02]"""
    for identity, note in sorted(field.sealed.items()):
        if note.work != work.id or note.opened:
            continue
        field.sealed[identity] = note.but(opened=True)
        field.emit(
            NoteOpened(
                clause="KS-NOTE-02",
                side=note.side,
                work=work.id,
                kind=work.kind,
                note=identity,
                text=note.text,
                number=note.number,
                salt=note.salt,
                digest=note.digest,
                sum=to_say("SHA-256 of text, own move {number} and salt, a line each", number=note.number),
            )
        )
