"""Which page is taken as a picture, who looks at it, and what is said under it.

``PICTURES`` names every page of the product at least once, by the name of its address; ``WITHOUT`` names the addresses that
have no picture, each with the reason.  ``tests/test_pictures.py`` fails for an address in neither.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Picture:
    """One page: the name of its file, of its address, who opens it, where, and what is said under it.

    address: with the words of ``stage.py`` in braces.  deed: what is done on the page first, a function of ``deeds.py``.
    lamp: it is taken in the colours of the night.
    """

    name: str
    page: str
    who: str
    address: str
    about: str
    deed: str = ""
    lamp: bool = False


DOOR = (
    Picture("login", "login", "", "/login/", "Log in"),
    Picture("password-forgotten", "password-forgotten", "", "/password/forgotten/", "A forgotten password"),
    Picture("password-choose", "password-choose", "", "{reset}", "A new password, by the link in the mail"),
    Picture("invitation", "invitation", "", "/invited/{invitation}/", "An invitation, opened by a new player"),
    Picture("invitation-gone", "", "", "/invited/AAAAAAAAAAAAAAAAAAAA/", "An invitation that is no longer valid"),
    Picture("mail-off", "mail-off", "", "/mail/off/{mail}/", "The link that ends all mail"),
    Picture("newcomer", "", "newcomer", "/", "The first page of a player without a seat"),
    Picture("people", "people", "keeper", "/people/", "Staff create a link for a new password"),
)
PERSON = (
    Picture("home", "home", "red", "/", "The first page of a commander: the battles, and which of them wait"),
    Picture("home-umpire", "", "umpire", "/", "The first page of the umpire"),
    Picture("notices", "notices", "red", "/notices/", "Notices"),
    Picture("profile", "profile", "red", "/profile/", "The profile: colours, mail, quiet hours, calendar"),
    Picture("password-change", "password-change", "red", "/profile/password/", "A change of password"),
    Picture("mail-address", "mail-address", "red", "/profile/address/", "Where mail goes"),
    Picture("help", "help", "red", "/help/commander/", "How to play, for a commander"),
    Picture("help-umpire", "", "umpire", "/help/umpire/", "How to play, for the umpire"),
)
BEFORE = (
    Picture("campaign-new", "campaign-new", "umpire", "/c/new/", "A new campaign: book, clock, sides, options"),
    Picture("campaign-settings", "campaign-settings", "umpire", "/c/{campaign}/settings/", "The settings of a campaign that runs"),
    Picture("campaign", "campaign", "umpire", "/c/{campaign}/", "A campaign and its battles"),
    Picture("campaign-commander", "", "red", "/c/{campaign}/", "The same campaign, seen by a General"),
    Picture("roster", "roster", "umpire", "/c/{campaign}/roster/", "Who has which seat"),
    Picture("invitations", "invitations", "umpire", "/c/{campaign}/invitations/", "Links that offer seats", "make_link"),
    Picture("sectors", "sectors", "umpire", "/c/{campaign}/sectors/", "Several umpires share a battle"),
    Picture("look-over", "look-over", "umpire", "/b/{third}/look-over/", "A battle is looked over before it begins"),
    Picture("objectives", "objectives", "umpire", "/b/{vale}/objectives/", "The objectives of a battle"),
    Picture("battle-delete", "battle-delete", "umpire", "/b/{third}/delete/", "What goes with a battle that is deleted"),
    Picture("battle-back", "battle-back", "umpire", "/b/{vale}/back/", "A battle goes back to preparation, or why not"),
    Picture("battle-terms", "battle-terms", "umpire", "/c/{campaign}/battle/terms/?book=chess-1879", "A battle under another book"),
    Picture("countries", "countries", "umpire", "/countries/", "Countries"),
    Picture("country", "country", "umpire", "/countries/{country}/", "A country: Hartley Vale"),
    Picture("country-import", "country-import", "umpire", "/countries/import/", "The import of a survey"),
    Picture("survey-window", "survey", "umpire", "/countries/surveys/{window}/", "The window of a country on its survey"),
    Picture("country-new", "country-new", "umpire", "/countries/draw/", "A new country in the map editor"),
    Picture("country-scan", "country-scan", "umpire", "/countries/scan/", "A country from a scanned map"),
    Picture("country-draw", "country-draw", "umpire", "/countries/{drawn}/draw/", "A country in the map editor"),
    Picture(
        "muster", "muster", "umpire", "/b/{third}/muster/?thing=red-1st",
        "The muster: forces are put down on the map, and written in the table", "arm_the_palette",
    ),
    Picture(
        "muster-table", "muster-table", "umpire", "/b/{third}/muster/table/?side=red",
        "An order of battle is pasted from a spreadsheet", "paste_a_table",
    ),
    Picture("muster-own", "muster-own", "red", "/b/{third}/muster/own/", "A General puts down his own force, on his own ground"),
    Picture("exercises", "exercises", "newcomer", "/exercises/", "The shelf: exercises that are ready to be played"),
    Picture("exercise", "exercise", "newcomer", "/exercises/first_bridge/", "An exercise of the shelf"),
    Picture("exercise-bring", "exercise-bring", "umpire", "/exercises/bring/", "An exercise is brought in from its file"),
    Picture("battle-take-out", "battle-take-out", "umpire", "/b/{vale}/take-out/", "A battle is taken out as a file"),
    Picture("country-picture", "country-picture", "umpire", "/countries/{drawn}/picture/", "A scan is laid under a country"),
    Picture("battle-picture", "battle-picture", "umpire", "/b/{setting}/picture/", "Who sees the picture under a battle"),
    Picture("set-out", "set-out", "red", "/b/{setting}/set-out/", "A force is placed, hidden from the other side"),
)  # fmt: skip
COMMANDER = (
    Picture("sheet", "sheet", "red", "/b/{hartley}/sheet/", "The sheet: the clock, the troops, their orders, the map"),
    Picture("sheet-country", "", "red", "/b/{vale}/sheet/", "The sheet of a battle on a country of its own"),
    Picture("panel", "", "red", "/b/{hartley}/sheet/", "A body is chosen on the map: its orders beside it, a march drawn", "open_panel"),
    Picture("drafts", "", "red", "/b/{hartley}/sheet/", "All drafts are checked before they are sent", "check_drafts"),
    Picture("order", "order", "red", "/b/{hartley}/order/red-hussars/", "An order is written", "write_march"),
    Picture("order-refused", "", "red", "/b/{hartley}/order/red-2nd/", "An order that is refused, with limit and clause", "write_too_far"),
    Picture("read-back", "order-check", "red", "/b/{hartley}/order/red-hussars/", "The order is checked before it is sent", "read_back"),
    Picture("receipt", "", "red", "/b/{hartley}/order/{spare}/", "Sent: the receipt on the sheet", "send"),
    Picture("receipts", "receipts", "red", "/b/{hartley}/receipts/", "All receipts of the battle"),
    Picture("dispatches", "dispatches", "red", "/b/{hartley}/dispatches/", "Messages between a General and the commanders"),
    Picture("seen", "seen", "red", "/b/{vale}/seen/", "What of the country is seen"),
    Picture("situation", "situation", "red", "/b/{hartley}/situation/", "The situation as text"),
    Picture("print", "print-sheet", "red", "/b/{hartley}/print/", "The sheet, to print"),
    Picture("reports", "reports", "red", "/b/{hartley}/report/", "The reports of the battle"),
    Picture("report", "report", "red", "/b/{hartley}/report/7/", "What happened in a move: on the map, and with clause and sum"),
    Picture("slips", "slips", "red", "/b/{hartley}/report/12/slips/", "Slips, to print"),
    Picture("supplies", "supplies", "red", "/b/{hartley}/supplies/", "Food, forage and ammunition"),
    Picture("points", "points", "red", "/b/{hartley}/points/", "Points"),
    Picture("sheet-lamp", "", "red", "/b/{vale}/sheet/", "The sheet in dark colours", lamp=True),
    Picture("sheet-observer", "", "observer", "/b/{hartley}/sheet/", "What an observer may see"),
    Picture("measuring", "measuring", "red-official", "/b/{hartley}/measuring/", "What an official measures for the side"),
)  # fmt: skip
UMPIRE = (
    Picture("desk", "desk", "umpire", "/b/{sequence}/desk/", "The desk: who has sent, the clock, orders, facts, result"),
    Picture("desk-open", "", "umpire", "/b/{hartley}/desk/", "The desk while a move is open"),
    Picture("desk-ruling", "", "umpire", "/b/{dusk}/desk/", "A body is chosen on the desk's map: the form of a ruling", "open_ruling"),
    Picture("desk-sight", "desk-sight", "umpire", "/b/{vale}/desk/sight/", "Who sees what, on the umpire's desk"),
    Picture("desk-add", "", "umpire", "/b/{dusk}/desk/", "A body is added on the desk's map", "add_body"),
    Picture("desk-message", "", "umpire", "/b/{dusk}/desk/", "A message is written beside the desk's map", "write_message"),
    Picture("return-order", "return-order", "umpire", "/b/{hartley}/desk/return/{entry}/", "An order is returned to its commander"),
    Picture("arrivals", "arrivals", "umpire", "/b/{hartley}/arrivals/", "Reinforcements and departures"),
    Picture("injects", "injects", "umpire", "/b/{hartley}/desk/injects/", "Prepared messages and rulings"),
    Picture(
        "prepare-ruling",
        "prepare-ruling",
        "umpire",
        "/b/{hartley}/desk/injects/ruling/?thing=red-1st",
        "A ruling, prepared for a later move",
    ),
    Picture("undo", "undo", "umpire", "/b/{hartley}/desk/undo/", "A move is undone: what depends on it"),
    Picture("look", "look-paper", "umpire", "/b/{hartley}/look/{post}/sheet/", "The umpire looks at the sheet of a commander"),
    Picture("preview", "preview", "umpire", "/b/{sequence}/desk/preview/", "The result, before it is published"),
    Picture("correct", "correct-order", "umpire", "/b/{sequence}/desk/correct/red-horse/", "An order is corrected, with a reason"),
    Picture("overrule", "overrule", "umpire", "/b/{sequence}/desk/overrule/?thing=red-foot", "A result is overruled, with a reason"),
    Picture("record", "record", "umpire", "/b/{hartley}/record/", "The record, each entry chained to the one before"),
    Picture("battle-end", "battle-end", "umpire", "/b/{vale}/end/", "A battle is ended by the umpire"),
    Picture("campaign-end", "campaign-end", "umpire", "/c/{summer}/end/", "A campaign is ended"),
    Picture("battle-carry", "battle-carry", "umpire", "/b/{first}/carry/", "What is carried over to the next battle"),
    Picture("standing", "standing", "umpire", "/c/{summer}/standing/", "The standings of a campaign"),
    Picture("desk-lamp", "", "umpire", "/b/{sequence}/desk/", "The desk in dark colours", lamp=True),
)  # fmt: skip
AFTER = (
    Picture("replay", "replay", "umpire", "/b/{hartley}/replay/?move=7&of=red&beside=on", "The replay: what Red believed beside what was"),
    Picture("replay-moment", "", "red", "/b/{hartley}/replay/?move=7", "The replay of a move as one side saw it"),
    Picture("after", "after", "umpire", "/b/{hartley}/after/", "The after-action report"),
    Picture("forces", "forces", "umpire", "/b/{hartley}/forces/", "The forces of both sides, at the beginning and now"),
    Picture("force", "force", "red", "/b/{hartley}/forces/bodies/red-hussars/", "The history of a body: what it was, what it lost and why"),
    Picture("campaign-forces", "campaign-forces", "umpire", "/c/{summer}/forces/", "Forces from battle to battle"),
    Picture("draws", "draws", "red", "/b/{hartley}/draws/", "Dice: every draw, to check against the seed"),
)  # fmt: skip
BOARDS = (
    Picture("war-chess", "board", "red", "/b/{war}/board/", "War-Chess"),
    Picture("chess", "", "red", "/b/{chess}/board/", "Chess by the laws of 1879"),
    Picture("chess-blind", "", "red", "/b/{blind}/board/", "Kriegspiel chess: only your own pieces"),
    Picture("little-wars", "", "red", "/b/{farm}/report/", "Hook's Farm, from Little Wars"),
)  # fmt: skip
PLAYING = (
    Picture("practice", "practice", "red", "/practice/", "Practice: choose an opponent and a side"),
    Picture("matches", "matches", "red", "/matches/", "Matches and tournaments"),
    Picture("match-new", "match-new", "red", "/matches/new/", "A match between two players"),
    Picture("match", "match", "red", "/matches/{match}/", "The score of a match, and its games"),
    Picture("campaign-match", "campaign-match", "umpire", "/c/{campaign}/match/", "A match that counts for a campaign"),
    Picture("tournament-new", "tournament-new", "umpire", "/tournaments/new/", "A new tournament"),
    Picture(
        "tournament", "tournament", "umpire", "/tournaments/{tournament}/", "A tournament: its table and its rounds"
    ),
    Picture("tournament-entering", "", "umpire", "/tournaments/{entering}/", "Players are invited to a tournament"),
)
RULEBOOK = (
    Picture("clauses", "clauses", "red", "/rulebook/", "The rulebook"),
    Picture("clause", "", "red", "/rulebook/KS-CHARGE-08/", "One clause, and the cases that test it"),
    Picture("readings", "readings", "red", "/rulebook/readings/", "Unclear rules and how they are read"),
    Picture("openings", "openings", "red", "/rulebook/chess/openings/", "The openings of 1879"),
    Picture("problem", "problem", "red", "/rulebook/chess/problem/", "The problem of 1879"),
    Picture("proved", "proved", "red", "/rulebook/proved/", "Which cases test which clause"),
)
REFUSED = (
    Picture("not-there", "", "red", "/b/AAAAAAAAAAAA/sheet/", "Not there, or not yours: the answer is the same"),
    Picture("not-yours", "", "red", "/b/{hartley}/desk/", "The umpire's desk is closed to a commander"),
)  # fmt: skip
CHAPTERS = {
    "Log in": DOOR,
    "Your own pages": PERSON,
    "Before the battle": BEFORE,
    "A commander": COMMANDER,
    "The umpire": UMPIRE,
    "Looking back": AFTER,
    "The other books": BOARDS,
    "Practice, matches, tournaments": PLAYING,
    "The rulebook": RULEBOOK,
    "When something is refused": REFUSED,
}
PICTURES = tuple(picture for chapter in CHAPTERS.values() for picture in chapter)

WITHOUT = {
    "it answers a button of another page and leads back to one": (
        "answer-question", "ask-umpire", "board-play", "courier-hold", "courier-deliver", "decide",
        "logout", "look", "language", "tour", "calendar-renew", "battle-new", "battle-start", "set-out-begin", "ready", "measure",
        "publish-fire", "submit-move", "clock", "restore", "muster-change", "papers-open", "token-revoke", "offer",
        "exercise-play", "exercise-change", "survey-take", "survey-discard",
    ),
    "it leads on to the sheet, the desk, the setting out or the look-over": ("battle", "battle-begin"),
    "it is a part of a page that is asked for again while that stands open": (
        "status", "strip", "desk-status", "order-price", "correct-price", "seen-layer",
    ),
    "it is the panel beside the umpire's map, or the answer of one of its fields": (
        "desk-body", "desk-bodies", "desk-add", "desk-message", "desk-end-move", "desk-clock", "desk-clauses", "desk-fact",
        "desk-sight-thing",
    ),
    "it is the panel beside a commander's map, or what is answered to a press there": ("panel", "draft", "drafts"),
    "it is the channel by which an open page learns that there is news": ("live", "mark", "mark-of-person", "survey-mark"),
    "it is as another page that has a picture": ("look-report", "campaign-delete", "country-delete"),
    "it answers the map editor alone": ("country-sketch", "country-drawing"),
    "it is a file": (
        "picture", "country-file", "muster-file", "exercise-file", "after-pdf", "after-csv", "calendar", "script-words"
    ),
}  # fmt: skip
"""Names of addresses without a picture, by the reason."""
