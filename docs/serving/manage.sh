#!/bin/sh
# manage.py as the services run it: with their code, their environment and their user. To be run by root.
# RELEASE names another checkout than the one that serves, as for an upgrade.
set -eu
cd "${RELEASE:-/srv/kriegspiel/current}"
set -a
. "${ENVIRONMENT:-/etc/kriegspiel/environment}"
set +a
exec runuser -u kriegspiel -- .venv/bin/python manage.py "$@"
