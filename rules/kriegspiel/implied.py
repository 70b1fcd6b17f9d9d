"""What each value of each option implies, in a sentence: for whoever chooses, before it is frozen.  [rulebook section 24]

Flags are under ``yes`` and ``no``.  Of an option that is a number, or that names arms, the register's own sentence says all.
"""

from __future__ import annotations

IMPLIED: dict[str, dict[str, str]] = {
    "general_vulnerability": {
        "invulnerable": "Nothing harms a General, as Wells would have it; no player is sent away.",
        "sykes": "Shells, rifles and capture reach him; the next in seniority commands after an absence.",
    },
    "general_may_order_any_piece": {
        "yes": "A General gives orders to any piece of his side: for one player a side.",
        "no": "A General orders only himself and messages; his commanders order the arms.",
    },
    "general_view_radius_ft": {"none": "Nothing is hidden from a General beyond what is hidden from his side."},
    "enemy_hears_shout": {
        "yes": "What is shouted stands on every sheet of both sides.",
        "no": "What is shouted stands on the sheets of its own side alone.",
    },
    "clock_counts": {
        "on_the_floor": "Men in a box or aboard do not lengthen the time: the enemy learns nothing of them by the clock.",
        "all_men": "Every man who can be given orders counts: who reads the clock can reckon how strong a side is.",
    },
    "use_supply": {
        "yes": "Every six own moves packets are given up, and who gets none stops.",
        "no": "Nobody eats and no packet is asked for.",
    },
    "use_contours": {
        "yes": "A contour costs a foot uphill and half a foot downhill, and a charge downhill counts for more.",
        "no": "The country is flat for every rule.",
    },
    "use_engineering": {
        "yes": "Bridges, depots and waggons can be destroyed, mines laid, trenches and epaulements dug.",
        "no": "Nothing is built and nothing is destroyed but by shells.",
    },
    "use_cavalry_charge": {
        "yes": "A charge is settled by the tables of the Appendix, and owes and imposes its duties.",
        "no": "Cavalry that comes into contact fights a melee like anybody else.",
    },
    "wood_blocks_charge": {
        "yes": "Cavalry cannot charge through a wood.",
        "no": "A wood hinders no charge.",
    },
    "two_stage_move": {
        "yes": "Guns and rifles first; everybody sees what they did before movement orders close.",
        "no": "One sheet a move, fire and movement together: for play by post.",
    },
    "fours_are_close_order": {
        "yes": "A column of fours stands a charge by the tables of close order.",
        "no": "A column of fours caught by a charge is treated as extended.",
    },
    "loss_fraction_rule": {
        "floor": "One man falls for every whole group of k; what is left over costs nobody.",
        "nearest": "Half a group or more counts as a whole one.",
        "ceil": "Any part of a group counts as a whole one.",
    },
    "contour_cost": {
        "additive": "The foot for a contour is paid on top of the ground walked.",
        "replace": "Where contours cost more than the ground, they are paid instead of it.",
    },
    "climb_credit": {
        "yes": "Inches spent at the foot of a contour are kept, so that slow transport gets over it in the end.",
        "no": "A contour is climbed within one move or not at all.",
    },
    "steep_rule": {
        "4_in_12": "Four contours within a foot of ground, or two within an inch, bar all wheels that are not on a road.",
        "map-tagged": "Wheels are barred only where the country marks the ground as steep.",
    },
    "unlimber_then_fire": {
        "yes": "A gun may unlimber and fire in one move.",
        "no": "A gun that spent anything of its move does not fire in it.",
    },
    "dismounted_cavalry_fire": {
        "yes": "Dismounted cavalry fires rifles as infantry does.",
        "no": "Cavalry never fires, mounted or on foot.",
    },
    "ra_only_serve_guns": {
        "yes": "A gun without four artillerymen is silent.",
        "no": "Any fit men of its side may serve a gun.",
    },
    "fire_mode": {
        "reported": "Shots are really fired on a floor, and the officials report where they lay and who fell.",
        "simulated": "The engine throws every shot along its aim, with scatter drawn from the sealed seed.",
    },
    "shell_victims": {
        "nearest": "Those nearest to where the shell lies fall first.",
        "owner_chooses": "Their owner chooses who falls.",
    },
    "cover_for_guns": {
        "epaulement_only": "Houses, walls and woods save men; a gun is saved by its own epaulement alone.",
        "any_cover": "Whatever would save a man saves a gun too.",
        "none": "Nothing saves a gun in the circle.",
    },
    "fours_may_fire": {
        "yes": "A column of fours fires like a line.",
        "no": "A column of fours does not fire.",
    },
    "rifle_range_in": {"none": "A rifle carries as far as it is aimed."},
    "ammo_counter": {
        "consecutive": "Six firing moves running cost a packet; a move of rest begins the count anew.",
        "cumulative": "Every sixth firing move costs a packet, however long the rests between.",
    },
    "auto_issue": {
        "yes": "Packets come from the nearest source in reach unless transport orders otherwise.",
        "no": "Only what is ordered to be issued is issued.",
    },
    "forage_fraction": {
        "nearest": "Three horses over make a packet more, two do not.",
        "ceil": "Any horse over makes a packet more.",
        "floor": "Horses over are fed for nothing.",
    },
    "interdiction": {
        "line_6in": "A fit enemy within six inches of the straight string cuts it.",
        "route": "Supply is cut only where no way of the allowed length is free of the enemy.",
    },
    "auto_eat_horses": {
        "when-surrounded": "Who is surrounded and short of food eats his horses without an order.",
        "always": "Whoever is short of food eats his horses without an order.",
        "never": "Horses are eaten only where it is ordered.",
    },
    "forage_failure": {
        "strict": "Horsemen without forage stop, fed or not.",
        "on_foot": "Fed horsemen without forage may dismount and march.",
    },
    "waggon_wreck_prorata": {
        "yes": "One man empties a quarter of what four would.",
        "no": "Fewer than four men empty no waggon.",
    },
    "mines_per_side": {"unlimited": "As many as there are men and moves to lay them."},
    "mine_lifting": {
        "yes": "Engineers who touch a mine of their own side lift it in one move.",
        "no": "A mine that is laid stays until it goes off.",
    },
    "re_may_dig": {
        "yes": "Engineers dig trenches at the rate of infantry.",
        "no": "Engineers raise epaulements and leave the digging to infantry.",
    },
    "trench_blocks_charge": {
        "yes": "A trench across the line stops a charge.",
        "no": "A charge goes over a trench.",
    },
    "show_note_count": {
        "yes": "The other side sees that a sealed note has been laid, and nothing more.",
        "no": "The other side does not see that there are sealed notes at all.",
    },
    "charge_participants": {
        "six_inch": "Those in contact, and all within six inches of them, are in the charge.",
        "whole_body": "All men of both bodies are in the charge.",
    },
    "obligation_mode": {
        "penalise": "Cavalry that owes a choice is warned, may stand, and pays five for one if it is charged.",
        "force": "Cavalry that owes a choice may not stand; the engine retires it if nobody chooses.",
    },
    "forced_retire_is_flight": {
        "yes": "Foot sent back by a charge is in flight, with all that follows from it.",
        "no": "Foot sent back by a charge retires and is not in flight.",
    },
    "slope_cap": {"none": "A charge downhill counts once more for every contour, without limit."},
    "own_back_line_is_safe": {
        "yes": "A body in flight is safe over its own edge of the country.",
        "no": "A body driven over any edge is lost.",
    },
    "guns_per_charge": {
        "by_strength": "As many guns are taken as the chargers can pay for and hold.",
        "one": "A charge takes one gun at most.",
    },
    "dealt_with_window": {
        "same_move": "Friends within six inches of the guns meet the cavalry in that move or not at all.",
        "next_move": "The guns fall only if nobody has dealt with the cavalry by the end of the next move.",
    },
    "gunners_fate": {
        "prisoners": "The servers of a gun taken are taken with it.",
        "killed": "The servers of a gun taken are killed.",
    },
    "official_confirmation": {
        "both": "What one side's official reports the other's must confirm, within an eighth of an inch.",
        "engine_only": "What one side's official measures counts at once.",
    },
    "free_surrender": {
        "yes": "Any body may show the white flag.",
        "no": "Only an isolated or surrounded body may show it.",
    },
    "score_points": {
        "yes": "The points of Little Wars are counted, and shown to each side as its own.",
        "no": "Nobody counts points.",
    },
    "boxed_troops": {
        "yes": "Troops may travel in closed boxes behind scouts, and are seen when a hostile scout is near.",
        "no": "All troops stand in the open.",
    },
    "waggon_per_50": {
        "yes": "Every fifty men need a waggon within six moves of them.",
        "no": "No number of waggons is prescribed.",
    },
    "gun_cart": {
        "yes": "A gun fires only with an ammunition cart within two moves of it.",
        "no": "Guns need no carts.",
    },
    "chapter_v_train": {
        "yes": "A whole body gets in or out in one move, and trains go at four times the rate of cavalry.",
        "no": "Trains go by the Appendix: lots of twenty, eight feet a move.",
    },
    "tear_rails": {
        "yes": "Four men tear up a rail in two moves, eight replace it in three.",
        "no": "Rails are broken only with their bridges and culverts.",
    },
}
