"""The pages and the API for a WSGI server (gunicorn, in the served shape)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kriegspiel.settings")
application = get_wsgi_application()
