"""Fights sent to the Little Wars melee: who is in one, the sum, who falls.  [KS-LW]"""
