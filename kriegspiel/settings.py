"""Settings, all in this file and all from the environment.

With nothing set this is the embedded shape: SQLite in `var/`, no broker server, the loopback address.
DATABASE_URL and REDIS_URL alone turn it into the served shape.  `.env.example` names every variable.
"""

import logging
import os
import tempfile
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.contrib.messages import ERROR, INFO, SUCCESS, WARNING
from django.core.management.utils import get_random_secret_key

from kriegspiel import __version__
from kriegspiel.languages import ENGLISH, LOCALE, languages

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# Everything that the running program writes is here: database, secret key, collected static files.
VAR = Path(env.str("KRIEGSPIEL_VAR", default=str(BASE_DIR / "var"))).resolve()
VAR.mkdir(parents=True, exist_ok=True)


def kept_secret_key(path: Path) -> str:
    """The key in the file; generated and stored there (readable only by its owner) if there is none yet.

    The file is linked into place whole, so that two processes that start at once end with the same key.
    """
    if not path.exists():
        handle, name = tempfile.mkstemp(dir=path.parent)  # mode 0600
        try:
            with os.fdopen(handle, "w") as file:
                file.write(get_random_secret_key())
            os.link(name, path)
        except FileExistsError:
            pass
        finally:
            os.unlink(name)
    return path.read_text().strip()


SECRET_KEY = env.str("SECRET_KEY", default="") or kept_secret_key(VAR / "secret_key")
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "campaigns",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
]

MIDDLEWARE = [
    "campaigns.serving.arrival.AskedOnce",
    "django.middleware.security.SecurityMiddleware",
    "kriegspiel.static.StaticFiles",
    "campaigns.clockwork.sweep_on_request.SweepOnRequest",
    "csp.middleware.CSPMiddleware",
    "campaigns.unwritable.Unwritable",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "campaigns.web.page.reader.Readers",
    "campaigns.web.page.language.Languages",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

MESSAGE_STORAGE = "campaigns.web.page.flash_messages.Storage"
# How each message looks: what was not done looks otherwise than what was.
MESSAGE_TAGS = {INFO: "", SUCCESS: "", WARNING: "warning", ERROR: "refusal"}
ROOT_URLCONF = "kriegspiel.urls"
ASGI_APPLICATION = "kriegspiel.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", BASE_DIR / "kriegspiel" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["campaigns.templatetags.sentence_filters"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Database ---------------------------------------------------------------------------------------------


def database() -> dict[str, Any]:
    """The database that DATABASE_URL names, or SQLite in `var/`.

    SQLite: IMMEDIATE, because with deferred transactions two writers at once fail in spite of the timeout, which is
    long because five hundred sheets may come in one second and SQLite serves waiting writers in no order; FULL, because
    an accepted order must survive a power failure.  PostgreSQL: a pool, because under ASGI a thread must not keep a
    connection.
    """
    url = env.str("DATABASE_URL", default="") or f"sqlite:///{VAR / 'kriegspiel.sqlite3'}"
    chosen: dict[str, Any] = env.db_url_config(url)
    options = chosen.setdefault("OPTIONS", {})
    chosen["CONN_MAX_AGE"] = 0
    chosen["ATOMIC_REQUESTS"] = False
    if chosen["ENGINE"].endswith("sqlite3"):
        options |= {
            "transaction_mode": "IMMEDIATE",
            "timeout": 60,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        }
        # A file, so that threads and child processes of a test see it; one for each process, so that two runs of
        # the suite in one checkout do not meet.
        default = str(Path(tempfile.gettempdir()) / f"kriegspiel-test-{os.getpid()}.sqlite3")
    else:
        from psycopg import IsolationLevel

        from kriegspiel.postgresql.waits import pool

        chosen["ENGINE"] = "kriegspiel.postgresql"
        # Locks and unique keys make this level sufficient, and tests run at it: no server's default changes it.
        options["isolation_level"] = IsolationLevel.READ_COMMITTED
        options["pool"] = pool(env.int("DATABASE_POOL", default=20))
        options["connect_timeout"] = 2  # a machine that is gone sends nothing
        default = f"test_{chosen['NAME']}"
    chosen["TEST"] = {"NAME": env.str("TEST_DATABASE_NAME", default="") or default}
    return chosen


DATABASES = {"default": database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- The broker (kriegspiel/celery.py) --------------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", default="")

# Whether processes that answer requests sweep too, where no other process does (campaigns/clockwork/sweep_on_request.py).
SWEEP_BY_WEB = env.bool("SWEEP_BY_WEB", default=True)

# --- The chess engine that people can play against (campaigns/uci.py) ------------------------

UCI_ENGINE = env.str("UCI_ENGINE", default="")

# What an ASGI server's processes of this shape serve: the pages and the API, or, behind a proxy that separates them, the live streams.
SERVES = env.str("SERVES", default="web")

# So many reading requests, and so many writing ones, a process answers at once; the others wait in the sequence of arrival.
THREADS_OF_A_LANE = env.int("THREADS_OF_A_LANE", default=4)

# The most live streams of one process.
LIVE_STREAMS = env.int("LIVE_STREAMS", default=1000)

# --- The processes in which large surveys are made (campaigns/usecases/muster/surveys.py) --------------------------

SURVEY_MEMORY_MB = env.int("SURVEY_MEMORY_MB", default=2048)

# --- Time and language ------------------------------------------------------------------------------------

TIME_ZONE = "UTC"
USE_TZ = True
LANGUAGE_CODE = ENGLISH
USE_I18N = True
LANGUAGES = languages()
LOCALE_PATHS = [LOCALE]
FORMAT_MODULE_PATH = "kriegspiel.formats"

# --- Pictures that people send (campaigns/pictures/) -----------------------------------------------------------


def pictures() -> dict[str, Any]:
    """Where pictures are kept: a folder of VAR, the bucket of PICTURES_BUCKET, or what PICTURES_STORAGE names.

    They are served by the site itself, to those alone who may see them: nothing in a bucket is public.  One that does
    not answer is given up soon, for a request waits for it.
    """
    bucket = env.str("PICTURES_BUCKET", default="")
    chosen = env.str("PICTURES_STORAGE", default="")
    if bucket:
        from botocore.config import Config  # comes with requirements/bucket.txt

        patience = Config(connect_timeout=5, read_timeout=20, retries={"total_max_attempts": 2})
        options = {"bucket_name": bucket, "default_acl": None, "file_overwrite": False, "client_config": patience}
        options |= {"endpoint_url": env.str("PICTURES_ENDPOINT", default="") or None}
        options |= {"region_name": env.str("PICTURES_REGION", default="") or None}
        options |= {"location": env.str("PICTURES_PREFIX", default="")}
        return {"BACKEND": chosen or "storages.backends.s3.S3Storage", "OPTIONS": options}
    if chosen:
        return {"BACKEND": chosen}
    kept = {"location": VAR / "pictures", "file_permissions_mode": 0o600, "directory_permissions_mode": 0o700}
    return {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": kept}


# --- Static files -----------------------------------------------------------------------------------------
# Embedded they are served from where the packages hold them, and need not be collected. Where they are
# collected (the container) STATIC_HASHED gives them names that may be cached for ever.

STATIC_URL = "/static/"

STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(VAR / "static")))
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [path for path in [BASE_DIR / "static"] if path.is_dir()]
STATIC_HASHED = env.bool("STATIC_HASHED", default=False)
WHITENOISE_USE_FINDERS = not STATIC_HASHED
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "pictures": pictures(),
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_HASHED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# --- Log-in and safety ------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = ["campaigns.authentication.CountingBackend"]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "login"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

PASSWORD_RESET_TIMEOUT = 24 * 60 * 60

DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000  # the facts of a move of many bodies need many fields
DATA_UPLOAD_MAX_NUMBER_FILES = 20
FILE_UPLOAD_HANDLERS = ["kriegspiel.uploads.Held"]
FILE_UPLOAD_MAX_MEMORY_SIZE = 16_000_000  # the files of the largest survey that is accepted, together
UPLOADS_OF_FORMS = {
    "country-picture": 20_000_000,
    "country-scan": 20_000_000,
}  # name of an address -> bytes, where a file may be larger
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = (
    None  # over plain HTTP browsers heed it not, and put an error for every page in their console
)
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

# Set where a TLS proxy stands before the program, and sets X-Forwarded-Proto itself.
BEHIND_TLS = env.bool("BEHIND_TLS", default=False)
# Whose X-Forwarded-For and X-Request-Start are trusted (campaigns/serving/proxies.py): addresses and networks, with commas between.
TRUSTED_PROXIES = [
    ip_network(told) for told in env.list("TRUSTED_PROXIES", default=["127.0.0.1", "::1"] if BEHIND_TLS else [])
]
# Who may read /metrics and the details of /healthz besides staff and the machine itself (campaigns/serving/operators.py).
OPERATORS_FROM = [ip_network(told) for told in env.list("OPERATORS_FROM", default=[])]
if BEHIND_TLS:
    SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000)
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- Mail -------------------------------------------------------------------------------------------------
# Notices are in everybody's inbox. Where EMAIL_URL names a mail server, people with an address also get a mail that
# something has come: `smtp+tls://user:password@host:587`, `consolemail://`, `filemail:////folder`.

EMAIL_URL = env.str("EMAIL_URL", default="")
if EMAIL_URL:
    vars().update(env.email_url_config(EMAIL_URL))
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default="kriegspiel@localhost")
SITE_URL = env.str("SITE_URL", default="http://127.0.0.1:8000").rstrip("/")

# --- API --------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "campaigns.api.authentication.Token",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": [
        "rest_framework.renderers.JSONRenderer",
        "campaigns.api.message_renderer.MessagesRenderer",
    ],
    "DEFAULT_PARSER_CLASSES": ["campaigns.api.parsers.StrictJSONParser"],
    "DEFAULT_PAGINATION_CLASS": None,
    "URL_FORMAT_OVERRIDE": None,
    "EXCEPTION_HANDLER": "campaigns.api.errors.answer",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Kriegspiel",
    "DESCRIPTION": "Umpire and campaign manager for the war game of Sykes and Wells.",
    "VERSION": __version__,
    "OAS_VERSION": "3.1.0",
    "DEFAULT_GENERATOR_CLASS": "campaigns.api.schema.DescribedOnce",
    "RENDERER_WHITELIST": ["rest_framework.renderers.JSONRenderer"],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "campaigns.api.schema.draw_books",
        "campaigns.api.schema.name_every_key",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None},
}

# --- Log --------------------------------------------------------------------------------------------------

# Every process writes its log in this form (kriegspiel/lines.py). The own handlers of uvicorn and Celery are removed:
# their loggers write through the root's. uvicorn's log of requests stays off where it is off.

OURS: dict[str, Any] = {"handlers": ["console"], "propagate": False}
SILENT: dict[str, Any] = {"handlers": [], "propagate": False}
TO_THE_ROOT: dict[str, Any] = {"handlers": [], "propagate": True}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "kriegspiel.lines.formatter", "kind": env.str("LOG_FORMAT", default="text")}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
    "loggers": {
        "django": {**TO_THE_ROOT, "level": "WARNING"},
        "django.server": {**OURS, "level": "INFO"},
        "multiprocessing": {**OURS, "level": "ERROR"},
        "uvicorn": TO_THE_ROOT,
        "uvicorn.error": TO_THE_ROOT,
        "uvicorn.access": OURS if logging.getLogger("uvicorn.access").handlers else SILENT,
    },
}
