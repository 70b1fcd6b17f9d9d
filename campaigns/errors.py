"""What may go wrong in a campaign, beside what the rules refuse.

Each class carries the status by which pages and API answer; ``status_of`` gives it for the rules' own refusals too.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, cast

from rules.errors import Invalid, Reason, Refused
from rules.values.sentence import joined, say


class Unseen(Refused):
    """Not there, or not yours to know: the answer is the same."""

    status = 404

    def __init__(self, what: str = "thing") -> None:
        super().__init__("E-NONE", say("There is no such {what}.", what=what))


def _with(refusal: Reason, **more: Any) -> Reason:
    """A refusal as plain data, with its details."""
    return cast(Reason, {**refusal, **more})


class MoveClosed(Refused):
    """The move does not take this any more, or not yet; late: seconds after the move ended, where it came late."""

    status = 409

    def __init__(self, sentence: str, late: float | None = None, move: str = "") -> None:
        super().__init__("E-TURN", sentence)
        self.late = late
        self.move = move

    def data(self) -> Reason:
        return _with(super().data(), late=self.late, move=self.move)


class NotJudged(Refused):
    """The rules broke down over orders: a fault of the program, which is in its log."""

    def __init__(self) -> None:
        super().__init__(
            "E-JUDGE",
            say(
                "These orders cannot be judged: the program failed over them. Remove the draft, or order something else."
            ),
        )


class Stale(Refused):
    """Somebody (another window, a deputy) has changed the orders since this form was opened; both texts are given.

    by: who it was, as their side calls them; empty where that is not known.  own: it was the same person, elsewhere.
    """

    status = 412

    def __init__(
        self,
        revision: int,
        in_force: Sequence[Any],
        in_force_reading: str,
        typed: Sequence[Any],
        *,
        by: str = "",
        own: bool = False,
    ) -> None:
        super().__init__(
            "E-STALE",
            say("You changed these orders in another window. Nothing was overwritten.")
            if own
            else say("{who} changed these orders after you opened them. Nothing was overwritten.", who=by)
            if by
            else say("Somebody changed these orders after you opened them. Nothing was overwritten."),
        )
        self.revision = revision
        self.in_force = list(in_force)
        self.in_force_reading = in_force_reading
        self.typed = list(typed)

    def data(self) -> Reason:
        return _with(
            super().data(),
            revision=self.revision,
            in_force=self.in_force,
            in_force_reading=self.in_force_reading,
            typed=self.typed,
        )


class DrawnOver(Refused):
    """The country has been saved with other changes since this form was opened."""

    status = 412

    def __init__(self) -> None:
        super().__init__("E-STALE", say("This country has been changed since you opened it. Nothing was overwritten."))


class DrawnElsewhere(Refused):
    """The same drawing was changed in another window since this one read it."""

    status = 412

    def __init__(self) -> None:
        said = say("This drawing was changed in another window. Load the page again; nothing was overwritten.")
        super().__init__("E-STALE", said)


class SettingsChanged(Refused):
    """Something was changed since the form was opened on which these changes were made."""

    status = 412

    def __init__(self) -> None:
        super().__init__(
            "E-STALE",
            say(
                "Somebody changed this after you opened the form. Nothing was overwritten: what stands now is shown beside."
            ),
        )


class CountryChanged(Refused):
    """The country has changed since it was chosen for the battle.  [KS-GAME-10]"""

    status = 409

    def __init__(self, name: str) -> None:
        sentence = say(
            "The country {name} has been changed since it was chosen for this battle. Create the battle "
            "again with the country as it is now.",
            name=name,
        )
        super().__init__("E-STATE", sentence, "KS-GAME-10")


class KeyReused(Refused):
    """The same key came with another content."""

    status = 422

    def __init__(self) -> None:
        super().__init__("E-KEY", say("This key was already used for different content. Nothing was changed."))


class KeyWasLate(Refused):
    """What came with this key was too late then and was not taken; its key stays with it, so it needs another."""

    status = 422

    def __init__(self) -> None:
        super().__init__(
            "E-KEY",
            say(
                "These orders came too late the first time and were not taken. The move takes orders now: send them anew."
            ),
        )


class NotYours(Refused):
    """It is for another seat to do."""

    status = 403

    def __init__(self, sentence: str) -> None:
        super().__init__("E-ROLE", sentence)


class NotUmpire(Refused):
    """It is for the umpire to do."""

    status = 403

    def __init__(self) -> None:
        super().__init__("E-UMPIRE", say("Only the umpire may do this."))


class TooManyTries(Refused):
    """Too many tries of names and passwords; wait: for how long none is taken."""

    status = 429

    def __init__(self, wait: timedelta) -> None:
        self.seconds = max(int(wait.total_seconds()), 1)
        minutes = -(-self.seconds // 60)
        some = say("1 minute") if minutes == 1 else say("{minutes} minutes", minutes=minutes)
        super().__init__("E-WAIT", say("Too many attempts. Wait {some}, then try again.", some=some))

    def data(self) -> Reason:
        return _with(super().data(), seconds=self.seconds)


class InAMoment(Refused):
    """Nothing is wrong with what was asked, and nothing was done: the machine has no room for it at this moment.

    seconds: after which it may be asked again.
    """

    status = 503

    def __init__(self, sentence: str = "", seconds: int = 5) -> None:
        self.seconds = seconds
        super().__init__("E-BUSY", sentence or say("The machine is busy. Nothing was kept. Try again in a moment."))

    def data(self) -> Reason:
        return _with(super().data(), seconds=self.seconds)


def retry_after(refused: Refused) -> dict[str, str]:
    """The header that says when a refused request may be sent again, where that is known."""
    seconds: int | None = getattr(refused, "seconds", None)
    return {} if seconds is None else {"Retry-After": str(seconds)}


class Odd(Refused):
    """The value differs so much from the one before that it may be a slip; it has to be confirmed.

    odd: each with thing, key, what was and what would be; or, of a place, with a sentence.  said: what is odd, without
    the question, for whoever reads of it when it has been done.
    """

    status = 409

    def __init__(self, odd: Sequence[Mapping[str, Any]]) -> None:
        self.odd = [dict(one) for one in odd]
        said = joined(
            "; ",
            (
                one.get("sentence")
                or say(
                    "{one}, {one2}: {one3} where {one4} are",
                    one=one["thing"],
                    one2=one["key"],
                    one3=one["value"],
                    one4=one["was"],
                )
                for one in self.odd[:3]
            ),
        )
        self.said = said
        super().__init__(
            "E-ODD", say("Is this what you mean? {said}. If so, tick “Yes, I mean it” and save again.", said=said)
        )

    def data(self) -> Reason:
        return _with(super().data(), odd=self.odd)


class Lossy(Refused):
    """A survey of which nothing would be left, or a kind of thing none: it has to be confirmed.  losses: in words."""

    status = 409

    def __init__(self, losses: Sequence[str]) -> None:
        self.losses = list(losses)
        super().__init__("E-LOSS", say("Is this what you mean? {losses}", losses=joined(" ", self.losses)))

    def data(self) -> Reason:
        return _with(super().data(), losses=self.losses)


class NotOfficial(Refused):
    """It is for an official to enter, and this person is none, or this fact is not theirs.  [KS-OFF-03]"""

    status = 403

    def __init__(self, sentence: str = "Only an official may enter this.") -> None:
        super().__init__("E-OFFICIAL", sentence, "KS-OFF-03")


class NotPending(Refused):
    """This fact is not needed.  [KS-OFF-03]"""

    status = 409

    def __init__(self, what: str) -> None:
        super().__init__("E-PENDING", say("There is nothing to do here: {what}.", what=what), "KS-OFF-03")


class OwnEntry(Refused):
    """What a side reported is for the other side's official to confirm.  [KS-OFF-03]"""

    status = 403

    def __init__(self) -> None:
        super().__init__("E-OWN", say("The other side's official must confirm."), "KS-OFF-03")


class Differ(Refused):
    """Two officials measured one thing and do not agree; that they differ has been recorded.  [KS-OFF-03]

    places: the facts in question, each with the sentence that says by how much.
    """

    status = 409

    def __init__(self, places: Sequence[Mapping[str, Any]]) -> None:
        self.places = list(places)
        super().__init__("E-DIFFER", joined(" ", dict.fromkeys(str(one["sentence"]) for one in places)), "KS-OFF-03")

    def data(self) -> Reason:
        return _with(super().data(), places=self.places)


class WrongState(Refused):
    """Not possible in this state of the campaign, the battle or the move."""

    status = 409

    def __init__(self, sentence: str) -> None:
        super().__init__("E-STATE", sentence)


class LastReady(Refused):
    """The last commander to be ready would end the move and has not confirmed that.  [KS-TURN-06]

    waiting: the ids of things that have no order in this stage; told: how many of each kind they are, in words.
    """

    status = 409

    def __init__(self, stage: str, waiting: Sequence[str], told: str) -> None:
        self.waiting = list(waiting)
        if stage == "fire":
            sentence = say("You are the last. When you are ready, fire orders end at once and cannot be changed.")
            left = say(" Without orders, these will not fire: {told}.", told=told) if told else ""
        else:
            sentence = say("You are the last. When you are ready, the move ends at once and nothing can be changed.")
            left = say(" Without orders, these stay where they are: {told}.", told=told) if told else ""
        super().__init__("E-LAST", sentence + left, "KS-TURN-06")

    def data(self) -> Reason:
        return _with(super().data(), waiting=self.waiting)


class Capped(Refused):
    """More than the campaign's cap allows."""

    status = 409

    def __init__(self, sentence: str) -> None:
        super().__init__("E-CAP", sentence)


class TooCostly(Refused):
    """It would take longer than anything of its kind may."""

    status = 422

    def __init__(self, sentence: str) -> None:
        super().__init__("E-COST", sentence)


class Broken(Refused):
    """A fault of the program stopped it."""

    status = 503

    def __init__(self, sentence: str) -> None:
        super().__init__("E-FAULT", sentence)


class FactsWanting(Refused):
    """Facts are still to be measured; needs: which."""

    status = 409

    def __init__(self, needs: Sequence[Any]) -> None:
        wanting = say("1 fact is") if len(needs) == 1 else say("{needs} facts are", needs=len(needs))
        super().__init__(
            "E-FACTS",
            say("{wanting} still to be measured before the result of this move can be published.", wanting=wanting),
        )
        self.needs = list(needs)


class Unconfirmed(FactsWanting):
    """Facts were reported by one side's official and wait for the other's, or for the umpire.  [KS-OFF-03]"""

    def __init__(self, number: int) -> None:
        super().__init__([])
        facts = say("1 fact waits") if number == 1 else say("{number} facts wait", number=number)
        self.sentence = say(
            "{facts} for the other side's official to confirm, or for the umpire to enter.", facts=facts
        )
        self.clause = "KS-OFF-03"


class Held(Refused):
    """The umpire holds orders of this move, or has returned them, and has not yet decided on them."""

    status = 409

    def __init__(self, things: Sequence[str]) -> None:
        self.things = list(things)
        orders = say("1 order is") if len(self.things) == 1 else say("{things} orders are", things=len(self.things))
        super().__init__(
            "E-HELD",
            say(
                "{orders} held or returned: {things}. Release it, leave it out, or wait for another.",
                orders=orders,
                things=joined(", ", self.things),
            )
            if len(self.things) == 1
            else say(
                "{orders} held or returned: {things}. Release them, leave them out, or wait for others.",
                orders=orders,
                things=joined(", ", self.things),
            ),
        )

    def data(self) -> Reason:
        return _with(super().data(), things=self.things)


class Busy(Refused):
    """The move is being submitted at this moment."""

    status = 409

    def __init__(self) -> None:
        super().__init__("E-BUSY", say("The result is being published. Wait a moment and try again."))


class Parked(Refused):
    """A fault of the program stopped the finding; the reference leads to its log."""

    status = 503

    def __init__(self, sentence: str) -> None:
        super().__init__("E-PARKED", sentence)


def status_of(refused: Refused) -> int:
    """The HTTP status for a refusal, the rules' own included."""
    own: int | None = getattr(refused, "status", None)
    if own is not None:
        return own
    if isinstance(refused, Invalid):
        return 400
    return 404 if refused.code == "E-NONE" else 422
