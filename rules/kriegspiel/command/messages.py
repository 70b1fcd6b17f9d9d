"""Messages: shouts, whispers and notes, instant and complete, in any stage of the move.  [KS-GENL-03, KS-GENL-04]"""

from __future__ import annotations

from rules.contract.data import Channel, Heard
from rules.errors import Illegal, Invalid
from rules.kriegspiel.events import MessageSent, ShoutHeard
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.options import Options
from rules.kriegspiel.orders import Message
from rules.values.sentence import joined, of_field, say, to_say, word

SHOUT = "shout"
"""The channel that everybody in the room hears."""


def check_message(field: Field, order: Message) -> int:
    """Check that a message may be sent this way: E-OTHERSIDE for a whisper or note to the enemy; it costs nothing.  [KS-GENL-04]"""
    if order.channel == SHOUT:
        return 0
    if not order.to:
        raise Invalid(of_field("message.to", say("enter who gets the {channel}", channel=order.channel)))
    if any(is_of(field, name, field.enemy) for name in order.to):
        raise Illegal("E-OTHERSIDE", say("Only a shout carries to the enemy."), "KS-GENL-04")
    return 0


def channels(options: Options) -> tuple[Channel, ...]:
    """The ways to send a message, each with its recipients: ``addressees``, ``side`` or ``all``.  [KS-GENL-04]"""
    loud: Heard = "all" if options.enemy_hears_shout else "side"
    room = (
        say("Everybody in the room hears it, the enemy too.")
        if loud == "all"
        else say("Everybody of your side hears it.")
    )
    told: tuple[tuple[str, str, str, Heard], ...] = (
        (SHOUT, say("Shout"), room, loud),
        ("whisper", say("Whisper"), say("Only the recipients hear it."), "addressees"),
        ("note", say("Note"), say("Only the recipients read it."), "addressees"),
    )
    return tuple(
        {"key": key, "title": title, "says": says, "heard": heard, "clause": "KS-GENL-04"}
        for key, title, says, heard in told
    )


def is_of(field: Field, name: str, side: str) -> bool:
    """Whether an addressee is a side, its General, or one of its players by name (``blue``, ``blue-cavalry``).

    Other things are not looked up, so that no result reveals what is hidden.
    """
    general = field.generals.get(name)
    return name == side or name.startswith(f"{side}-") or (general is not None and general.side == side)


def send(field: Field, order: Message) -> None:
    """Deliver a message to those addressed; a shout to everybody, by option the enemy too.  [KS-GENL-03, KS-GENL-04]

    Nobody else may know what was whispered or written; it is not in the report of the move either.
    """
    check_message(field, order)
    loud = order.channel == SHOUT
    said = to_say(
        "heard at once and whole by {loud}", loud=say("the whole side") if loud else joined(", ", map(word, order.to))
    )
    text = order.text if loud else ""
    told = MessageSent(clause="KS-GENL-03", side=field.side, to=order.to, channel=order.channel, text=text, sum=said)
    field.emit(told)
    if loud and field.options.enemy_hears_shout:
        field.emit(
            ShoutHeard(
                clause="KS-GENL-04", side=field.side, text=order.text, sum=to_say("heard by everybody in the room")
            )
        )
