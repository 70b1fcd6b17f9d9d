import gc

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from campaigns.guards import recreate_guards
from campaigns.serving.memory import give_back
from campaigns.words import checks  # noqa: F401  they are registered by being there
from campaigns.words.translation import as_html
from rules.values.sentence import shown_by


class CampaignsConfig(AppConfig):
    name = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        shown_by(as_html)
        post_migrate.connect(recreate_guards, sender=self)
        # What is loaded by now lives as long as the process; a page with hundreds of things leaves less garbage than it allocates.
        give_back()
        gc.freeze()
        gc.set_threshold(10_000)
