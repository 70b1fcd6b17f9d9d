"""The Django project: settings, urls, celery."""

__version__ = "0.1.0"

from kriegspiel.celery import app as celery_app

__all__ = ["__version__", "celery_app"]
