FROM python:3.11-slim
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 STATIC_HASHED=true STATIC_ROOT=/srv/static
WORKDIR /app
COPY requirements/runtime.txt requirements/
RUN pip install --require-hashes --requirement requirements/runtime.txt
COPY . .
# The key serves this one command; the running containers get theirs from the environment.
RUN pybabel --quiet compile --directory locale --domain "django djangojs" \
    && SECRET_KEY=unused KRIEGSPIEL_VAR=/tmp/var python manage.py collectstatic --noinput \
    && useradd --system --create-home umpire && install --directory --owner umpire /var/lib/kriegspiel /var/lib/kriegspiel/pictures /srv/shared
ENV KRIEGSPIEL_VAR=/var/lib/kriegspiel
USER umpire
EXPOSE 8000
# It believes no header of where a request comes from: which proxy is believed the settings say.  A process whose threads all
# work is alive though it answers late.
CMD ["uvicorn", "kriegspiel.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--workers", "2", "--no-proxy-headers", "--no-access-log", "--log-config", "kriegspiel/uvicorn.json", "--timeout-graceful-shutdown", "5", "--timeout-worker-healthcheck", "30"]
