FROM python:3.11-slim
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 STATIC_HASHED=true STATIC_ROOT=/srv/static
WORKDIR /app
COPY requirements/runtime.txt requirements/
RUN pip install --require-hashes --requirement requirements/runtime.txt
COPY . .
# The key serves this one command; the running containers get theirs from the environment.
RUN SECRET_KEY=unused KRIEGSPIEL_VAR=/tmp/var python manage.py collectstatic --noinput \
    && useradd --system --create-home umpire && install --directory --owner umpire /var/lib/kriegspiel
ENV KRIEGSPIEL_VAR=/var/lib/kriegspiel
USER umpire
EXPOSE 8000
# Of the threads of a process 48 carry live streams; a stop waits no longer than for an order that is under way.
ENV LIVE_STREAMS=48
CMD ["gunicorn", "kriegspiel.wsgi", "--bind", "0.0.0.0:8000", "--workers", "2", "--threads", "64", "--graceful-timeout", "5"]
