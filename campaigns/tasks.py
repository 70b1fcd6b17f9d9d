"""Celery tasks of one line."""

from celery import shared_task

from campaigns.clock import server_time
from campaigns.clockwork import due_actions, timers
from campaigns.usecases.matches.machine_turns import play_due_turns
from campaigns.usecases.muster.surveys import make_next_survey
from campaigns.usecases.people.mails import post_mails
from campaigns.usecases.people.reminders import remind
from campaigns.usecases.pictures.pictures import sweep_pictures


@shared_task
def sweep() -> None:
    """Do what has fallen due, unless that has just been done; findings are left to other workers."""
    timers.go_round(server_time(), timers.MOMENT, hand_on=lambda move_id: find.apply_async((move_id,), retry=False))


@shared_task
def find(move_id: int) -> None:
    """Make the finding of a move, if it still waits for one."""
    due_actions.find(move_id, server_time(), due_actions.Swept())


@shared_task
def mail() -> None:
    """Queue the reminders that are due, and send what is queued."""
    now = server_time()
    remind(now)
    post_mails(now)


@shared_task
def answer() -> None:
    """Let the machines play whose turn it is."""
    play_due_turns(server_time)


@shared_task
def survey() -> None:
    """Make a country of the survey that has waited longest; now and then sweep the pictures that nothing shows."""
    make_next_survey(server_time)
    sweep_pictures(server_time())
