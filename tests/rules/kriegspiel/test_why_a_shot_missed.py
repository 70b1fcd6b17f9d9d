"""A volley says why its shots hit nobody, and why a man far from the aim fell; never who may stand behind a house."""

from rules.kriegspiel.book import KRIEGSPIEL

HOUSE = {"mill": {"outline": [[-20, 20], [20, 20], [20, 24], [-20, 24]], "height": 6, "name": "Mill House"}}


def fired(country, foe_at, aim, seed="s"):
    options = KRIEGSPIEL.options({"fire_mode": "simulated", "use_supply": False, "use_contours": False})
    bodies = {
        "a": {"side": "red", "arm": "infantry", "men": 5, "formation": "two-ranks", "at": [0, 0], "facing": 0},
        "b": {"side": "blue", "arm": "infantry", "men": 40, "formation": "two-ranks", "at": foe_at, "facing": 180},
    }
    start = {"own_moves": {"red": 3, "blue": 3}, "bodies": bodies, "country": {"size": [300, 300], **country}}
    moved = {"at": [150, 150], "facing": 0}
    start["bodies"]["a"] |= moved
    start["bodies"]["b"]["at"] = [150 + foe_at[0], 150 + foe_at[1]]
    if "houses" in country:
        outline = [[150 + x, 150 + y] for x, y in HOUSE["mill"]["outline"]]
        start["country"]["houses"] = {"mill": {**HOUSE["mill"], "outline": outline}}
    position = KRIEGSPIEL.opening(start, options)
    orders = [{"order": "fire-rifles", "body": "a", "fives": [{"aim": {"at": [150 + aim[0], 150 + aim[1]]}}]}]
    found = KRIEGSPIEL.table(position, options).adjudicate("red", orders, {}, {"seed": seed})
    assert not found.refused
    told = {one["event"]: str(one["sum"]) for one in found.events if one["event"] in ("volley-fired", "men-shot")}
    names = {"a": "The Rifles", "b": "The Foot"}
    return told | {
        "told": next(KRIEGSPIEL.narrate(one, names) for one in found.events if one["event"] == "volley-fired")
    }


def test_a_house_that_stood_between_is_named_and_not_who_is_behind_it():
    with_foe, without = fired({"houses": {}}, [0, 48], [0, 48]), fired({"houses": {}}, [100, 48], [0, 48])
    assert "1 shot: Mill House stood between" in with_foe["volley-fired"]
    assert with_foe["told"] == "The Rifles fired 1 rifle shot and hit nobody (1 shot: Mill House stood between)."
    assert with_foe == without


def test_where_nothing_stands_between_nobody_stood_on_its_line():
    assert "1 shot: nobody stood on its line" in fired({}, [100, 48], [0, 48])["volley-fired"]


def test_why_a_man_far_behind_the_aim_fell_stands_in_the_sum():
    told = next(one for seed in "abcdefgh" if "men-shot" in (one := fired({}, [0, 60], [0, 12], seed)))
    assert "the first man on its line" in told["men-shot"] and "; it was aimed " in told["men-shot"]
    assert "shot:" not in told["volley-fired"]
    assert told["told"] == "The Rifles fired 1 rifle shot and killed 1 man of The Foot."
