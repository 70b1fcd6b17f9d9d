"""Fights by the Little Wars melee: who is in one, the calculation, and the losses.  [KS-LW]"""
