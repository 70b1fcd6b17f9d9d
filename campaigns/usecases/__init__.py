"""What people and the clock do in a campaign, one verb family a file.  No other code writes the database.

Keyword-only, plain values in, a small frozen result out: people are users, everything else is named by its public id,
and ``now`` comes from ``campaigns.clock.server_time``.  A refusal raises ``rules.errors.Refused`` or one of its kin in
``campaigns.errors``.
"""
