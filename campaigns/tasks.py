"""Celery tasks of one line."""

from celery import shared_task

from campaigns import timers
from campaigns.clock import server_time
from campaigns.usecases.matches.answering import answer_what_is_due
from campaigns.usecases.muster.surveys import make_what_waits
from campaigns.usecases.people.mails import post_mails
from campaigns.usecases.people.reminders import remind


@shared_task
def sweep() -> None:
    """Look for what has fallen due, unless that has been done this very moment."""
    timers.go_round(server_time(), timers.MOMENT)


@shared_task
def mail() -> None:
    """Queue the reminders that are due, and send what is queued."""
    now = server_time()
    remind(now)
    post_mails(now)


@shared_task
def answer() -> None:
    """Have the machines play that are to move."""
    answer_what_is_due(server_time)


@shared_task
def survey() -> None:
    """Make a country of the survey that has waited longest."""
    make_what_waits(server_time)
