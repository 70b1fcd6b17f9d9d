"""The whole site for an ASGI server (uvicorn, in the embedded shape), each request stamped when it has come."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kriegspiel.settings")
site = get_asgi_application()

from campaigns.arrival import stamped  # noqa: E402  it reads settings and models, which are there from here on

application = stamped(site)
