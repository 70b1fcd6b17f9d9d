"""Who imports whom, who writes, who reads the clock, who locks: read from the sources themselves."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BOOKS = sorted(path.name for path in (ROOT / "rules").iterdir() if (path / "case_adapter.py").is_file())

FORBIDDEN = {
    "rules": ("django", "campaigns", "kriegspiel", "celery", "rest_framework", "socket", "urllib", "http", "time"),
    "campaigns/models": (
        "campaigns.usecases",
        "campaigns.web",
        "campaigns.api",
        "campaigns.sight",
        "campaigns.bridge",
        "campaigns.clockwork",
        "rules.board",
        "rules.books",
        "rules.chess",
        "rules.contract",
        "rules.floor",
        "rules.ground",
        "rules.kit",
        "rules.kriegspiel",
        "rules.little_wars",
        "rules.war_chess",
    ),
    "campaigns/bridge.py": (
        "campaigns.usecases",
        "campaigns.web",
        "campaigns.api",
        "campaigns.sight",
        "campaigns.clockwork",
    ),
    "campaigns/measurements.py": (
        "campaigns.usecases",
        "campaigns.web",
        "campaigns.api",
        "campaigns.sight",
        "campaigns.clockwork",
        "campaigns.bridge",
    ),
    "campaigns/factsheets.py": (
        "campaigns.usecases",
        "campaigns.web",
        "campaigns.api",
        "campaigns.sight",
        "campaigns.clockwork",
    ),
    "campaigns/couriers.py": (
        "campaigns.usecases",
        "campaigns.web",
        "campaigns.api",
        "campaigns.sight",
        "campaigns.clockwork",
        "campaigns.locks",
        "rules.kriegspiel",
    ),
    "campaigns/locks.py": (
        "campaigns.usecases",
        "campaigns.web",
        "campaigns.api",
        "campaigns.sight",
        "campaigns.clockwork",
        "rules",
    ),
    "campaigns/usecases": (
        "campaigns.web",
        "campaigns.api",
        "campaigns.clockwork",
        "campaigns.tasks",
        "rest_framework",
        "celery",
        "django.http",
    ),
    "campaigns/sight": (
        "campaigns.web",
        "campaigns.api",
        "campaigns.usecases",
        "campaigns.clockwork",
        "campaigns.locks",
    ),
    "campaigns/desk": ("campaigns.web", "campaigns.api", "campaigns.clockwork", "campaigns.locks"),
    "campaigns/clockwork": ("campaigns.web", "campaigns.api", "celery"),
    "campaigns/serving": (
        "campaigns.usecases",
        "campaigns.sight",
        "campaigns.web",
        "campaigns.api",
        "campaigns.clockwork",
        "campaigns.bridge",
        "celery",
    ),
    "campaigns/audiences.py": (
        "campaigns.models",
        "campaigns.usecases",
        "campaigns.sight",
        "campaigns.web",
        "campaigns.api",
    ),
    "campaigns/streams.py": ("campaigns.usecases", "campaigns.web", "campaigns.api", "campaigns.clockwork"),
    "campaigns/web": ("campaigns.api", "campaigns.locks", "campaigns.bridge", "rules.kriegspiel"),
    "campaigns/api": ("campaigns.web", "campaigns.locks", "campaigns.bridge", "rules.kriegspiel"),
}
"""What a part may not import."""

WRITES = {"save", "create", "bulk_create", "bulk_update", "update_or_create", "get_or_create", "select_for_update"}
"""Methods of models and their managers that write or lock."""

CLOCKS = {
    ("datetime", "now"),
    ("datetime", "utcnow"),
    ("datetime", "today"),
    ("date", "today"),
    ("time", "time"),
    ("timezone", "now"),
    ("time", "monotonic"),
}
"""Readings of a clock."""


def sources(part: str) -> list[Path]:
    """The Python files of a part; none for one that does not exist yet."""
    path = ROOT / part
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of everything that a file imports."""
    package = ".".join(path.relative_to(ROOT).with_suffix("").parts[:-1])
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = ".".join([*package.split(".")[: len(package.split(".")) - node.level + 1], base]).strip(".")
            yield from ((node.lineno, f"{base}.{name.name}") for name in node.names)


def is_under(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def where(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def calls(path: Path) -> Iterator[tuple[int, str, str]]:
    """Line, object, and method of every method call."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.lineno, ast.unparse(node.func.value), node.func.attr


def writes(owner: str, method: str) -> bool:
    """Whether a call writes rows."""
    return method in WRITES or (method in ("update", "delete") and "objects" in owner)


def reads_a_clock(owner: str, method: str) -> bool:
    return (owner.split(".")[-1], method) in CLOCKS


MOST_MODULES = 30
"""Modules in a folder at most, so that a module is found at a glance."""


def module_of(path: Path) -> str:
    """The full name under which a file is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def arrows(part: str) -> dict[str, set[str]]:
    """For each module of a part, those of the part that it imports, anywhere in its text."""
    named = {module_of(path): path for path in sources(part)}
    return {
        one: {name if name in named else name.rpartition(".")[0] for _, name in imported(path)} & set(named) - {one}
        for one, path in named.items()
    }


def circle(arrows: dict[str, set[str]]) -> set[str]:
    """The modules in a cycle: what is left when modules without remaining imports are removed, again and again."""
    left = {one: set(others) for one, others in arrows.items()}
    while free := {one for one, others in left.items() if not others & set(left)}:
        left = {one: others - free for one, others in left.items() if one not in free}
    return set(left)


@pytest.mark.parametrize("part", ["rules", "campaigns"])
def test_no_modules_import_each_other_in_a_circle(part: str) -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == {"a", "b", "c"}
    assert circle(arrows(part)) == set()


def folder_of(module: str, top: Collection[str]) -> str:
    """The folder of a module; a module at the top of a book or of the rules counts by itself."""
    folder = module.rpartition(".")[0]
    return module if folder in top else folder


def test_the_chapters_of_the_rules_do_not_import_each_other_in_a_circle() -> None:
    top = {"rules", *(f"rules.{book}" for book in BOOKS)}
    between: dict[str, set[str]] = {}
    for one, others in arrows("rules").items():
        folder = one if (ROOT / one.replace(".", "/")).is_dir() else folder_of(one, top)
        reached = {name if (ROOT / name.replace(".", "/")).is_dir() else folder_of(name, top) for name in others}
        between.setdefault(folder, set()).update(reached - {folder})
    assert len(between) > 60
    assert circle(between) == set()


@pytest.mark.parametrize("part", ["rules", "campaigns", "kriegspiel"])
def test_a_folder_holds_no_more_modules_than_are_found_at_a_glance(part: str) -> None:
    folders = Counter(path.parent.relative_to(ROOT).as_posix() for path in sources(part) if path.name != "__init__.py")
    assert {folder: many for folder, many in folders.items() if many > MOST_MODULES} == {}


NOUNS_IN_ING = {
    "thing": "a body, gun or store of the floor, whatever it is",
    "ruling": "what an umpire decides",
    "standing": "where the sides of a campaign stand: its points and its league",
    "finding": "what the rules found of a move",
    "serving": "how the site is served: processes, queues, proxies",
}
"""Names that end as a participle does and are plain nouns, each with what it means."""


@pytest.mark.parametrize("part", ["rules", "campaigns", "bench"])
def test_no_module_is_named_by_a_participle(part: str) -> None:
    """A name is right when somebody asked "where is it?" opens that file first: a noun or a verb of the field."""
    paths = [path.relative_to(ROOT).with_suffix("") for path in sources(part)]
    names = {"/".join(path.parts[:depth]) for path in paths for depth in range(1, len(path.parts) + 1)}
    words = {name: re.split("[/_]", name)[-1] for name in names}
    assert sorted(name for name, word in words.items() if word.endswith("ing") and word not in NOUNS_IN_ING) == []


MOST_LINES = 50
"""Lines of a function at most, so that it fits on a screen."""


@pytest.mark.parametrize("part", ["rules", "campaigns", "kriegspiel"])
def test_a_function_fits_on_a_screen(part: str) -> None:
    functions = [
        (path, node)
        for path in sources(part)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert functions
    long = [f"{where(path, node.lineno)} {node.name}" for path, node in functions if _lines(node) > MOST_LINES]
    assert long == []


def _lines(node: ast.AST) -> int:
    return int(getattr(node, "end_lineno", 0)) - int(getattr(node, "lineno", 0)) + 1


CONTRACT = ("book", "pieces", "rules", "table", "view")
"""The modules of the interface of a book, a table, a view and the rules of a battle."""

LOOSE = re.compile(r"\bdict\[str, Any\]|\bPlain\b")


def loose(function: ast.FunctionDef) -> bool:
    """Whether a signature takes or gives a map that may be anything."""
    notes = [function.returns, *(one.annotation for one in ast.walk(function.args) if isinstance(one, ast.arg))]
    return any(LOOSE.search(ast.unparse(note)) for note in notes if note is not None)


@pytest.mark.parametrize("module", CONTRACT)
def test_what_crosses_between_books_and_campaigns_has_a_type_of_its_own(module: str) -> None:
    functions = [
        one for one in ast.walk(tree(ROOT / f"rules/contract/{module}.py")) if isinstance(one, ast.FunctionDef)
    ]
    assert len(functions) >= 12
    assert [one.name for one in functions if loose(one)] == []
    (bad,) = (one for one in ast.parse("def told(event: dict[str, Any]) -> str: ...").body)
    assert isinstance(bad, ast.FunctionDef) and loose(bad)


OTHERWISE = {
    "capture": "the chance that a courier is taken",
    "confirm": "a page, and a call of the API",
    "draw": "a game that nobody wins, and what chance has drawn",
    "ford": "the ink of a ford, of a country and of a board",
    "fire": "the first stage of a move, where it has two",
    "form": "of the page, and the shape of a block",
    "message": "what Django tells once, on the next page",
    "object": "of JSON, and of HTML",
    "ready": "whoever says that he is",
    "report": "of a move",
    "resign": "said at a board",
    "restore": "a ruling that is taken back",
    "set-out": "a page",
}
"""Names of orders that are words of the campaigns too, with what they mean there."""


def words_of_books() -> set[str]:
    """The groups, arms and formations of all books."""
    from rules.books import BOOKS as KEYS
    from rules.books import book
    from rules.floor.kinds import FORMATIONS

    every = [book(key).pieces for key in KEYS]
    groups = {kind.group for pieces in every for kind in pieces.kinds}
    return groups | {arm for pieces in every for arm, _ in pieces.arms} | set(FORMATIONS) - {"column", "line"}


def orders_of_books() -> set[str]:
    """The names of the orders of all books that are played on a floor; what all boards share, the pages of a board know."""
    from rules.books import BOOKS as KEYS
    from rules.books import book, case_adapter_of

    return {name for key in KEYS if not book(key).on_board for name in case_adapter_of(key).schemas()["order"]}


def said_in(module: ast.AST, words: Collection[str]) -> Iterator[tuple[int, str]]:
    """Where a source contains one of some words: line and word."""
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and node.value in words:
            yield node.lineno, str(node.value)


def asked_of_orders(module: ast.AST, words: Collection[str]) -> Iterator[tuple[int, str]]:
    """Where a source makes an order with one of some names, or compares the name of an order with it."""
    for node in ast.walk(module):
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            parts: list[ast.AST] = [
                value for key, value in pairs if isinstance(key, ast.Constant) and key.value == "order"
            ]
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            parts = (
                list(sides)
                if any(ast.unparse(one).endswith(("['order']", "get('order')", ".order")) for one in sides)
                else []
            )
        else:
            continue
        for part in parts:
            yield from said_in(part, words)


TAG = re.compile(r"{[{%](.*?)[%}]}", re.DOTALL)
NAMED = re.compile(r"\"([\w-]+)\"|'([\w-]+)'|\.([a-z_]+)")
SHOWN = re.compile(r"^ translate .*|\b_\((\"[^\"]*\"|'[^']*')\)", re.DOTALL)
"""Words of a tag that are read by people, and are no keys."""


def said_in_template(text: str, words: Collection[str]) -> Iterator[tuple[int, str]]:
    """Where the tags of a template contain one of some words, in quotes or as an attribute."""
    for tag in TAG.finditer(text):
        for found in NAMED.finditer(SHOWN.sub("", tag[1])):
            if (word := found[1] or found[2] or found[3]) in words:
                yield text.count("\n", 0, tag.start()) + 1, word


def test_campaigns_ask_a_book_what_its_things_and_orders_are_and_do_not_know_it() -> None:
    things, orders = words_of_books(), orders_of_books()
    assert {"infantry", "bodies", "two-ranks"} <= things and {"march", "lie-down", *OTHERWISE} <= orders
    files = [
        path for path in sources("campaigns") if path.parent.name != "migrations"
    ]  # columns, as Django writes them
    named = [
        f"{where(path, line)} {word}"
        for path in files
        for line, word in (
            *said_in(tree(path), (things | orders) - OTHERWISE.keys()),
            *asked_of_orders(tree(path), orders),
        )
    ]
    assert len(files) > 300 and named == []


def test_templates_ask_a_book_what_its_things_and_orders_are_and_do_not_know_it() -> None:
    words = (words_of_books() | orders_of_books()) - OTHERWISE.keys()
    files = sorted((ROOT / "templates").rglob("*.html"))
    named = [
        f"{where(path, line)} {word}"
        for path in files
        for line, word in said_in_template(path.read_text(encoding="utf-8"), words)
    ]
    assert len(files) > 100 and named == []


def test_a_word_of_a_book_is_found_wherever_campaigns_or_templates_say_it() -> None:
    words = {"bodies", "charge", "ready"}
    assert list(said_in(ast.parse('x = 1\ny = position.get("bodies")'), words)) == [(2, "bodies")]
    assert list(said_in(ast.parse('x = "Two bodies are not said."'), words)) == []
    for source in (
        '{"order": "ready"}',
        'x["order"] == "ready"',
        'x.get("order") in ("ready", 1)',
        'one.order == "ready"',
    ):
        assert list(asked_of_orders(ast.parse(source), words)) == [(1, "ready")], source
    assert list(asked_of_orders(ast.parse('{"act": "ready"}'), words)) == []
    page = "<p>bodies\n{% if row.group == 'bodies' %}{{ facts.charge.name }}{% endif %}{{ ready }}"
    page += "{% translate 'charge' %}{{ one|default:_('ready') }}"  # words for people
    assert list(said_in_template(page, words)) == [(2, "bodies"), (2, "charge")]


@pytest.mark.parametrize("part", FORBIDDEN)
def test_imports_go_one_way(part: str) -> None:
    files = sources(part)
    assert files, f"{part} is not there"
    wrong = [
        f"{where(path, line)} imports {name}"
        for path in files
        for line, name in imported(path)
        if any(is_under(name, forbidden) for forbidden in FORBIDDEN[part])
    ]
    assert not wrong


@pytest.mark.slow
def test_one_book_does_not_import_another() -> None:
    """Except where the book says so: Sykes and Wells send some fights to the Little Wars melee."""
    assert "kriegspiel" in BOOKS
    wrong = [
        f"{where(path, line)} imports {name}"
        for book in BOOKS
        for path in sources(f"rules/{book}")
        for line, name in imported(path)
        if any(is_under(name, f"rules.{other}") for other in BOOKS if other != book)
    ]
    assert not wrong


@pytest.mark.parametrize(
    "part",
    ["campaigns/web", "campaigns/api", "campaigns/sight", "campaigns/desk", "campaigns/tasks.py", "campaigns/admin.py"],
)
def test_only_use_cases_and_the_clock_write_the_database(part: str) -> None:
    wrong = [
        f"{where(path, line)} calls {name}.{method}"
        for path in sources(part)
        for line, name, method in calls(path)
        if writes(name, method)
    ]
    assert not wrong


def test_no_serializer_takes_the_fields_of_a_row() -> None:
    """A new field of a row is shown to nobody until somebody names it."""
    bases = [
        where(path, node.lineno)
        for path in sources("campaigns/api")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ClassDef) and any("ModelSerializer" in ast.unparse(base) for base in node.bases)
    ]
    assert sources("campaigns/api") and not bases


@pytest.mark.slow
def test_rows_are_locked_in_one_module() -> None:
    """The order of locks is kept where all of them are."""
    assert any(method == "select_for_update" for _, _, method in calls(ROOT / "campaigns/locks.py"))
    wrong = [
        where(path, line)
        for path in sources("campaigns")
        if path.name != "locks.py"
        for line, _, method in calls(path)
        if method == "select_for_update"
    ]
    assert not wrong


@pytest.mark.slow
def test_the_clock_is_read_in_one_module() -> None:
    assert any(reads_a_clock(name, method) for _, name, method in calls(ROOT / "campaigns/clock.py"))
    wrong = [
        f"{where(path, line)} reads {name}.{method}"
        for part in ("campaigns", "rules", "kriegspiel")
        for path in sources(part)
        if path != ROOT / "campaigns/clock.py"
        for line, name, method in calls(path)
        if reads_a_clock(name, method)
    ]
    assert not wrong


def test_no_task_carries_a_time_at_which_it_shall_run() -> None:
    """A deadline is a row; a message with a time is lost or doubled by the broker."""
    wrong = []
    for part in ("campaigns", "kriegspiel"):
        for path in sources(part):
            for node in ast.walk(tree(path)):
                keywords = node.keywords if isinstance(node, ast.Call) else []
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Attribute)
                    and node.func.attr in ("apply_async", "retry", "signature")
                ):
                    wrong += [where(path, node.lineno) for keyword in keywords if keyword.arg in ("eta", "countdown")]
    assert not wrong


def test_rows_that_several_write_are_saved_by_naming_their_columns() -> None:
    """diplicity #1340: a full-row save put back what another had changed."""
    wrong = []
    for path in sources("campaigns/usecases"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "save":
                if not {keyword.arg for keyword in node.keywords} & {"update_fields", "force_insert"}:
                    wrong.append(where(path, node.lineno))
    assert not wrong


def test_no_view_and_no_task_opens_a_transaction_of_its_own() -> None:
    wrong = [
        where(path, line)
        for part in ("campaigns/web", "campaigns/api", "campaigns/tasks.py")
        for path in sources(part)
        for line, name, method in calls(path)
        if (name, method) == ("transaction", "atomic")
    ]
    assert not wrong


SERVE_COMMANDERS = (
    "campaigns/sight",
    "campaigns/web",
    "campaigns/api",
    "campaigns/usecases/orders/order_window.py",
    "campaigns/usecases/orders/order_checks.py",
    "campaigns/usecases/orders/orders.py",
    "campaigns/usecases/matches/board_turns.py",
)
"""Code that answers a commander, or takes orders from one."""

REACHES_THE_TRUTH = {
    "campaigns/sight/draws.py": "throws the dice again, once the seed has been revealed",
    "campaigns/sight/game.py": "plays a turn under way on, for who plays it",
    "campaigns/sight/replay.py": "shows each side's lens of what has been published",
    "campaigns/sight/game_report.py": "retells a game that is over, or its reader's own",
    "campaigns/usecases/matches/board_turns.py": "closes a turn by what the rules find of it",
    "campaigns/web/desk/board_page.py": "the umpire's desk",
    "campaigns/web/desk/facts_form.py": "the umpire's desk",
    "campaigns/web/desk/floor_lists.py": "the umpire's desk",
    "campaigns/web/messages/views_arrivals.py": "the umpire's desk",
    "campaigns/web/messages/views_prepared.py": "the umpire's desk",
    "campaigns/web/desk/ruled_losses.py": "the umpire's desk",
    "campaigns/web/desk/cost_lines.py": "the umpire's desk",
    "campaigns/web/desk/strip_lines.py": "the umpire's desk",
    "campaigns/web/desk/views_body.py": "the umpire's desk",
    "campaigns/web/desk/kept_parts.py": "the umpire's desk",
    "campaigns/web/desk/views_rulings.py": "the umpire's desk",
}
"""Files among these that use a position, and why they may."""

ASKED_OF_A_VIEW = {"arm_of", "asks", "check", "choices", "duties", "reaches", "score_sheet", "wants"}
"""What a book answers a commander; only a view asks it."""


def touches_the_truth(path: Path) -> list[str]:
    """Where a file reads a position of a move, or has the rules compute with one."""
    found = []
    for node in ast.walk(tree(path)):
        reads = isinstance(node, ast.Attribute) and node.attr in ("position", "after_fire", "adjudicate")
        reads |= isinstance(node, ast.Call) and ast.unparse(node.func).endswith("rules.table")
        named = isinstance(node, ast.ImportFrom) and any(one.name in ("standing", "table_of") for one in node.names)
        if reads or (named and "campaigns.side_views" in ast.unparse(node)):
            found.append(where(path, node.lineno))
    return found


def test_what_serves_a_commander_has_a_view_of_the_floor_and_not_the_floor() -> None:
    """Reading the true position beside it once showed an arm in a box, a mine's name, a load of packets, a hidden strength."""
    files = [path for part in SERVE_COMMANDERS for path in sources(part)]
    touching = {path.relative_to(ROOT).as_posix(): lines for path in files if (lines := touches_the_truth(path))}
    assert {name: lines for name, lines in touching.items() if name not in REACHES_THE_TRUTH} == {}
    assert set(REACHES_THE_TRUTH) == set(touching), "an exception that is needed no more"


def test_what_a_commander_asks_of_the_rules_is_asked_of_a_view() -> None:
    asked = [
        (path, line, owner, method)
        for path in sources("campaigns")
        for line, owner, method in calls(path)
        if method in ASKED_OF_A_VIEW
    ]
    assert len([one for one in asked if one[2].split(".")[-1] in ("view", "known")]) > 8
    assert [where(path, line) for path, line, owner, _ in asked if owner.split(".")[-1] in ("rules", "book")] == []


def test_no_way_leads_from_a_view_back_to_the_position() -> None:
    from rules.books import BOOKS as KEYS
    from rules.books import book
    from rules.contract.view import View

    for rules in map(book, KEYS):
        view = rules.table(rules.opening({}, rules.options({})), rules.options({})).seen_by(rules.sides[0])
        open_to_all = {name for name in dir(view) if not name.startswith("_")}
        assert not hasattr(view, "__dict__")
        assert {name for name in open_to_all if not callable(getattr(view, name))} == {"side"}
        assert {name for name in open_to_all if getattr(View, name, None) is None} == set()
