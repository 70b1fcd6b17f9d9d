"""What each value of each option implies, in a sentence: for whoever chooses, before it is frozen.  [rulebook part 21]

Flags are under ``yes`` and ``no``.  Of an option that is a number without words the register's own sentence says all.
"""

from __future__ import annotations

IMPLIED: dict[str, dict[str, str]] = {
    "country_author": {
        "toss": "Who wins the toss lays out the Country, unless both agree otherwise.",
        "agreed": "The players agree who lays it out; no coin is tossed for it.",
        "library": "The umpire takes a Country that is ready; no player lays one out.",
    },
    "terrain_effects": {
        "as_ruled": "Houses, walls, rocks, ponds and trees bar the way, and a river is crossed at a ford or bridge only.",
        "all_open": "Nothing bars a man's way, not even a wall.",
        "house_table": "The umpire's own table says what bars a way; the engine knows roads and fords alone.",
    },
    "first_move_choice": {
        "off": "The winner of the toss is the First Player, whether he likes it or not.",
        "winner_may_pass": "The winner of the toss may leave the first move to the other.",
    },
    "curtain": {
        "yes": "Neither sees what the other sets out before both are ready.",
        "no": "Everybody sees each man as he is put down.",
    },
    "putdown_deadline": {"off": "Both take as long as they like to set out."},
    "allowance_rounding": {
        "up_to_minute": "Time for a move is rounded up to a whole minute.",
        "exact": "Time for a move is counted to the second.",
    },
    "clock_counts": {
        "on_the_floor": "Men in a box or aboard do not lengthen the time: the enemy learns nothing of them by the clock.",
        "all_men": "Every man who can be given orders counts: who reads the clock can reckon how strong a side is.",
    },
    "allowance_update": {
        "auto": "The time is reckoned anew from the force that is left, at every move.",
        "agreement": "The time stands as it began until both players agree to less.",
        "fixed": "The time stands as it began to the end.",
    },
    "interval_max": {
        "4": "Go is called after four minutes, ready or not.",
        "5": "Go is called after five minutes, ready or not.",
    },
    "interval_ready": {
        "both": "The interval ends sooner only when both players are ready.",
        "next_mover": "The interval ends as soon as he is ready whose move is next.",
    },
    "melee_choice_timeout": {"off": "Nobody is hurried over the choice of who falls."},
    "time_scale": {"untimed": "Moves have no time of their own, only the deadline of the campaign."},
    "travel_measure": {
        "path": "A march is as long as its path, every bend counted.",
        "straight": "A march is as long as the straight line from its beginning to its end.",
    },
    "clearance": {
        "always": "A sixteenth of an inch is kept between man and thing in every move.",
        "on_objection": "It is looked at only where somebody objects.",
    },
    "shots_per_move": {
        "4": "Four shots, as the book in its last form has it.",
        "6": "Six shots, as in the first games.",
    },
    "lying": {
        "free": "Men about a gun and before it may lie down to be fired over, and rise when the guns have done.",
        "off": "Nobody lies down; whoever stands before a gun is in its way.",
    },
    "crew_sharing": {
        "yes": "Men within six inches of two guns count in the crew of both.",
        "no": "A man counts in the crew of one gun in a move.",
    },
    "friendly_fire": {
        "yes": "Whoever is knocked over is dead, friend or enemy.",
        "no": "A shot spares the side that fired it.",
    },
    "shot_source": {
        "reported": "Shots are really fired at a floor, and people report who fell.",
        "simulated": "The engine draws every shot by the table of chances, from the sealed seed.",
    },
    "iso_reach": {
        "supporter": "A friend supports from as far as he himself can move.",
        "body": "All friends support from as far as the isolated body can move.",
        "one_foot": "All friends support from within a foot, horse or foot.",
    },
    "iso_path": {
        "walkable": "Support counts along a way that could be walked.",
        "straight": "Support counts in a straight line, whatever lies between.",
    },
    "iso_scales": {
        "yes": "Where moves are doubled or trebled, so is the reach of support.",
        "no": "Support reaches as far as an ordinary move, however long moves are.",
    },
    "iso_engaged_support": {
        "yes": "Men who fight in another melee support as well.",
        "no": "Men who fight elsewhere are not free to come, and support nobody.",
    },
    "melee_through_walls": {
        "yes": "Whoever is within six inches is in the melee, though a wall stands between.",
        "no": "A wall or a house between keeps a man out of the melee.",
    },
    "melee_merge": {
        "yes": "Melees that share a man are fought as one.",
        "charger_assigns": "The charger says in which of them the shared men fight.",
    },
    "escort_join_and_go": {
        "yes": "A man may walk up to prisoners and lead them off in one move.",
        "no": "An escort must stand by his prisoners when the move begins.",
    },
    "liberation": {
        "uncovered_only": "Those go free for whom no other armed captor is near, seven to a man.",
        "any_escort": "All whom he escorted go free, whoever else of the captors is near.",
    },
    "rearm_delay": {
        "next_move": "They fight again from their side's next move.",
        "at_once": "They are armed as soon as they touch the line.",
    },
    "retake_disarmed": {
        "yes": "An armed enemy who comes up to them, no armed friend near, takes them without a fight.",
        "no": "They cannot fight, and cannot be taken again.",
    },
    "axle_test": {
        "beyond_at_end": "Four men must stand beyond the axle when the move ends.",
        "crossed": "Four men must have passed it, wherever they stand now.",
    },
    "variety": {
        "finish": "It goes on until one side is gone, or both are too few.",
        "rear": "Three men on the enemy's back line decide it; the loser has six moves to get away.",
        "defensive": "A defender two-thirds as strong bars the way to his own back line.",
    },
    "small_battle_minimum": {
        "draw_threshold_10": "A battle of fewer than fifty a side is drawn when both are below ten.",
        "minimum_force_only": "Ten are the least that a side begins with; a battle is drawn below fifteen.",
    },
    "resign": {
        "by_consent": "A player may resign if the other consents; who can be reached is taken, the rest retire.",
        "off": "Nobody resigns; a battle is fought to its end.",
    },
    "rear_count": {
        "together": "Three armed men must be on the line at the end of one move.",
        "cumulative": "Men who have once touched the line count, though they left it or fell.",
    },
    "rear_zone": {
        "whole": "The whole back line counts.",
        "middle_half": "The middle half of it counts.",
        "left_half": "Its left half counts.",
        "right_half": "Its right half counts.",
    },
    "def_ratio_by": {
        "points": "The defender's force is worth two-thirds of the points of the attacker's.",
        "each_arm": "The defender has two-thirds of each arm and of the guns.",
        "men": "The defender has two-thirds of the men.",
    },
    "def_arrival": {
        "quarter": "A quarter of the men with whom the attacker began must reach the line.",
        "three_men": "Three must reach it while a quarter is alive.",
    },
    "def_margin": {
        "own_move": "Each stays as far behind the middle as he moves: foot a foot, horse two.",
        "1_ft": "All stay a foot behind it.",
        "2_ft": "All stay two feet behind it.",
    },
    "stall_claim": {"off": "Nobody may claim the end because nothing happens."},
    "carry_over": {
        "yes": "The next battle is made from what this one left.",
        "no": "Every battle starts afresh.",
    },
    "campaign_scoring": {
        "net": "The higher score less the lower goes to the winner; the other gets nothing.",
        "running_difference": "One figure is kept between the two, and each battle pushes it one way or the other.",
        "gross": "Each side keeps all that it scored.",
    },
    "dice_handicap": {
        "yes": "Each side goes without twelve men, less what its two dice give back.",
        "no": "Forces are as they were agreed; no dice are thrown.",
    },
    "dice_arm": {
        "infantry": "The twelve are infantry.",
        "named": "Each side names before the throw of which arm they are.",
    },
    "purchase_exact": {
        "exact": "A force must cost all of the points.",
        "at_most": "A force may cost less.",
    },
    "long_move": {
        "1": "All moves are ordinary.",
        "2": "Far from the enemy everybody moves twice as far.",
        "3": "Far from the enemy everybody moves three times as far.",
    },
    "long_limit": {
        "12": "Within twelve feet of the enemy moves are ordinary.",
        "15": "Within fifteen feet of the enemy moves are ordinary.",
        "10": "Within ten feet of the enemy moves are ordinary.",
    },
    "long_scope": {
        "unit": "Each man, gun or box drops to ordinary moves by itself.",
        "game": "Once any two have come within the limit, all moves are ordinary.",
    },
    "boxes": {
        "yes": "Troops may travel in closed boxes behind their scouts, and nobody knows what is in them.",
        "no": "All troops stand in the open.",
    },
    "box_empty_allowed": {
        "yes": "A box may be empty, to deceive.",
        "no": "There are men in every box.",
    },
    "scout_count": {"off": "As many horsemen as one likes may ride outside the boxes."},
    "waggons": {
        "yes": "Every fifty men need a waggon within six moves of them.",
        "no": "Nobody needs a waggon.",
    },
    "waggon_penalty": {
        "no_attack": "Men without one may neither come into contact nor serve a gun.",
        "no_retreat": "Men without one may not move away from their waggon.",
        "none": "Men without one suffer nothing.",
    },
    "ammo_carts": {
        "yes": "A gun fires only with a cart within two moves of it.",
        "no": "Guns need no carts.",
    },
    "team_roles": {
        "yes": "Each unit is ordered by its own commander; the General may give units to others.",
        "no": "One player orders the whole side.",
    },
    "team_messages": {
        "free": "Players of a side write to each other at any time.",
        "intervals": "Players of a side write to each other only between moves.",
    },
    "roads": {
        "yes": "On a road two inches cost waggons and boxes what three are long.",
        "no": "A road is ground like any other.",
    },
    "railway": {
        "yes": "Trains run on their rails, and rails are torn up and replaced.",
        "no": "No train runs.",
    },
    "train_rate": {
        "4": "Eight feet a move.",
        "5": "Ten feet a move.",
    },
    "engine_limit": {
        "8": "Eight trucks at full rate.",
        "7": "Seven trucks at full rate.",
    },
    "overload": {
        "half_rate": "Up to twice as many are drawn at half the rate.",
        "forbidden": "An engine with more trucks does not move.",
    },
    "rail_same_men": {
        "yes": "Work at a rail counts only while the same men stay at it.",
        "no": "Others may take the work over.",
    },
    "legacy_1": {
        "yes": "The first game is played: guns move two feet by themselves, six shots, a coin for each pair in contact.",
        "no": "The game as it was printed in the end.",
    },
    "hf_variant": {
        "printed": "Blue has the 48 infantry that the printed figures give.",
        "equal": "Blue has fifty infantry, as many as Red.",
    },
}
