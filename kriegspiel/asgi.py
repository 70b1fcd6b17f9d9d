"""The whole site for an ASGI server (uvicorn), each request stamped on arrival."""

import os
from functools import partial

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kriegspiel.settings")
site = get_asgi_application()

from django.conf import settings  # noqa: E402  the apps are there from here on

from campaigns.serving.arrival import stamped  # noqa: E402
from campaigns.serving.processes import alive  # noqa: E402
from campaigns.words.checks import say_what_is_not_compiled  # noqa: E402

say_what_is_not_compiled()

application = stamped(site, partial(alive, settings.SERVES))
