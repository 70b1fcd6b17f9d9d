"""Who can see what on a floor: how far, what hides, in which grade.  [HOUSE-SIGHT-01 to HOUSE-SIGHT-05]"""
