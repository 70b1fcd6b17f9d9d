import gc

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from campaigns.guards import stand_again
from campaigns.words import checks  # noqa: F401  they are registered by being there


class CampaignsConfig(AppConfig):
    name = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_migrate.connect(stand_again, sender=self)
        # What is loaded by now stays, and is no garbage; and a page with hundreds of things leaves less of it than it makes.
        gc.freeze()
        gc.set_threshold(10_000)
