"""Django's settings, derived from the operator's settings in `fateapp/environment.py`."""

from datetime import timedelta
from email.utils import parseaddr
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from fateapp import broker, installation, logs, service_urls
from fateapp.embedded import instance_record
from fateapp.environment import read_all
from games.api.base import cross_origin
from games.rules import registry

FATE = read_all()
BASE_DIR = installation.CODE
DATA_DIR = FATE["FATE_DATA_DIR"]
DEBUG = FATE["FATE_DEBUG"]
STORES = instance_record.load(DATA_DIR)

# --- Addresses ------------------------------------------------------------------------------------------------------
SITE_URL = FATE["FATE_SITE_URL"]
SITE_HOST = urlsplit(SITE_URL).hostname or ""
SITE_IS_SECURE = SITE_URL.startswith("https://")
ALLOWED_HOSTS = [SITE_HOST, "localhost", "127.0.0.1", "[::1]"]  # the last three: health checks on the machine itself
CSRF_TRUSTED_ORIGINS = [SITE_URL]
PROXY_COUNT = FATE["FATE_PROXY_COUNT"]
ROOT_URLCONF = "fateapp.urls"
WSGI_APPLICATION = "fateapp.wsgi.application"
ASGI_APPLICATION = "fateapp.asgi.application"

SECRET_KEY_IS_LASTING = bool(FATE["FATE_SECRET_KEY"] or STORES.secret_key)
SECRET_KEY = FATE["FATE_SECRET_KEY"] or STORES.secret_key or token_urlsafe(48)  # the last one ends with the process: check fate.W001
SECRET_KEY_FALLBACKS = FATE["FATE_SECRET_KEY_FALLBACKS"]

# --- Applications -------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "fateapp.apps.FateappConfig",
    "games.apps.GamesConfig",
    "games.tournaments.apps.TournamentsConfig",
    "notifications.apps.NotificationsConfig",
    "fateapp.apps.FateappAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "rest_framework",
]
MIDDLEWARE = [  # those of fateapp.web.page_middleware are left out of requests to the API by token
    "fateapp.web.request_log.request_ids",
    "fateapp.web.compression.compressed_pages",
    "corsheaders.middleware.CorsMiddleware",  # before everything that can refuse, so that other origins can read refusals
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "fateapp.web.content_policy.ContentPolicy",
    "fateapp.web.page_middleware.Sessions",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "fateapp.web.page_middleware.Authentication",
    "fateapp.web.page_middleware.time_zone",
    "fateapp.web.page_middleware.fingerprints",
    "fateapp.web.page_middleware.Messages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "fateapp.web.page_middleware.Htmx",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "games.pages.tables.unknown_rules.SayThatGamesAreUpdated",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [installation.TEMPLATES],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.pages.tables.page_cache.form_token",
            ]
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
INSTALLED_APPS.append("django.forms")  # so that templates/ can override the form templates

# --- Stores ----------------------------------------------------------------------------------------------------------
DATABASE_URL = FATE["FATE_DATABASE_URL"] or STORES.database_url or instance_record.NO_DATABASE
DATABASES = {"default": service_urls.database(DATABASE_URL, pooler=FATE["FATE_DATABASE_POOLER"])}
REDIS_URL = FATE["FATE_REDIS_URL"] or STORES.redis_url or instance_record.NO_REDIS

# Sign-in limits live in the cache, so it is shared by all processes and does not depend on Valkey. Sessions stay in their own
# table: a copy in each process's memory would keep people signed in after they ended that session elsewhere.
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "fateapp_cache", "OPTIONS": {"MAX_ENTRIES": 100_000}}
}
SESSION_ENGINE = "fateapp.web.sessions"

# --- People ----------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "games.Player"
SILENCED_SYSTEM_CHECKS = ["auth.W004"]  # the address is unique whatever its case, by a constraint on lower(email)
AUTHENTICATION_BACKENDS = ["games.pages.people.auth_backend.Backend", "django.contrib.auth.backends.ModelBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    "django.contrib.auth.hashers.ScryptPasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator", "OPTIONS": {"user_attributes": ("name", "email")}},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

ACCOUNT_ADAPTER = "games.pages.people.accounts.AccountAdapter"
ACCOUNT_SIGNUP_FORM_CLASS = "games.pages.people.account_forms.SignUpFields"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None  # names are for display; people sign in by address
ACCOUNT_USER_MODEL_EMAIL_FIELD = "email"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True  # a link scanner cannot use up a code
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60  # of the page; the lifetime of a code is in games/services/people/account_mails.py
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
# No limit counts by an address alone: requests of others must not lock its owner out (docs/decisions/0081-who-may-sign-in.md).
ACCOUNT_RATE_LIMITS = {
    "code_for_known": "10/m/key",
    "code_for_address": "20/m/ip",
    "code_for_network": "60/m/key",
    "wrong_code": "60/h/key",
    "guest_for_browser": "5/h/key",
    "guest_for_address": "20/h/ip",
    "guest_for_network": "60/h/key",
    "request_login_code": None,
    "signup": None,
    "confirm_email": "10/m/ip",
}
ACCOUNT_CHANGE_EMAIL = True  # one address per person: a new one replaces the old when its code is entered
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if SITE_IS_SECURE else "http"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = SITE_HOST in ("localhost", "127.0.0.1")
ALLAUTH_TRUSTED_PROXY_COUNT = PROXY_COUNT
FATE_STRANGER_MAILS = FATE["FATE_STRANGER_MAILS"]
FATE_FINGERPRINTS = FATE["FATE_FINGERPRINTS"]
FATE_ADMIN_MFA = SITE_IS_SECURE if FATE["FATE_ADMIN_MFA"] == "auto" else FATE["FATE_ADMIN_MFA"] == "on"

# --- Languages and time ----------------------------------------------------------------------------------------------
LANGUAGE_CODE = FATE["FATE_LANGUAGE"]
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("fr", "Français")]
LOCALE_PATHS = [BASE_DIR / "fateapp" / "locale", *registry.catalogues(), *sorted(BASE_DIR.glob("notifications/channels/*/locale"))]
FORMAT_MODULE_PATH = "fateapp.formats"
TIME_ZONE = "UTC"

# --- Security --------------------------------------------------------------------------------------------------------
STREAM_URL = FATE["FATE_STREAM_URL"] or f"{SITE_URL}/api/v1/stream"
STREAM_ORIGIN = "{0.scheme}://{0.netloc}".format(urlsplit(STREAM_URL))
STREAM_ELSEWHERE = [STREAM_ORIGIN] if urlsplit(STREAM_URL).netloc != urlsplit(SITE_URL).netloc else []
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF, *STREAM_ELSEWHERE],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
# Programs on other origins may use tokens. Cookies never count there: browsers send none without CORS_ALLOW_CREDENTIALS.
CORS_URLS_REGEX = r"^/(api/v1/|oauth/(token|revoke|introspect)$|\.well-known/oauth-)"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_HEADERS = cross_origin.ALLOWED_HEADERS
CORS_EXPOSE_HEADERS = cross_origin.EXPOSED_HEADERS
CORS_PREFLIGHT_MAX_AGE = cross_origin.PREFLIGHT_SECONDS
SECURE_HSTS_SECONDS = 31_536_000 if SITE_IS_SECURE else 0
SECURE_SSL_REDIRECT = False  # the proxy in front does that; health checks on the machine itself speak plain HTTP
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXY_COUNT else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SITE_IS_SECURE
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_NAME = "__Host-session" if SITE_IS_SECURE else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if SITE_IS_SECURE else "csrf"
SESSION_COOKIE_AGE = int(timedelta(days=60).total_seconds())
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 2
FILE_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

# --- Static files ----------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
MEDIA_ROOT = DATA_DIR / "media"

# --- Mail ------------------------------------------------------------------------------------------------------------
MAIL_IS_CONFIGURED = FATE["FATE_EMAIL_URL"] is not None
MAIL_DOMAIN = SITE_HOST if "." in SITE_HOST and not SITE_HOST.replace(".", "").isdigit() else "localhost.localdomain"
DEFAULT_FROM_EMAIL = SERVER_EMAIL = FATE["FATE_EMAIL_FROM"] or f"Fate <fate@{MAIL_DOMAIN}>"
FATE_SECURITY_CONTACT = FATE["FATE_SECURITY_CONTACT"] or f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}"
FATE_MAILBOX = not MAIL_IS_CONFIGURED  # mails are stored in the database and read at /dev/mail/
EMAIL_BACKEND = "notifications.channels.email.mailbox.Backend"
EMAIL_TIMEOUT = 30  # seconds for one reply, and the same for one mail (notifications.channels.email.smtp)
if MAIL_IS_CONFIGURED:
    globals().update(service_urls.mail(FATE["FATE_EMAIL_URL"]))
    if EMAIL_BACKEND == "django.core.mail.backends.smtp.EmailBackend":
        EMAIL_BACKEND = "notifications.channels.email.smtp.Backend"

MAILIN_DOMAIN = (FATE["FATE_MAILIN_DOMAIN"] or MAIL_DOMAIN).lower()
FATE_REPLIES = FATE_MAILBOX or FATE["FATE_MAILIN_DOMAIN"] is not None  # mails have a Reply-To only where replies are received
FATE_BOUNCES = FATE["FATE_MAILIN_DOMAIN"] is not None  # each mail has its own return path
FATE_MAILIN_LISTEN = FATE["FATE_MAILIN_LISTEN"]
FATE_MAILIN_AUTHSERV = FATE["FATE_MAILIN_AUTHSERV"] or ""
FATE_MAILIN_ARC_SEALERS = [domain.lower() for domain in FATE["FATE_MAILIN_ARC_SEALERS"]]
FATE_MAILIN_CASUAL = FATE["FATE_MAILIN_TRUST"] == "casual"
FATE_MAILIN_IMAP_URL = FATE["FATE_MAILIN_IMAP_URL"]
FATE_MAILIN_WEBHOOK_SECRET = FATE["FATE_MAILIN_WEBHOOK_SECRET"] or ""
FATE_MAILIN_PROVIDERS = {word.partition("=")[0]: word.partition("=")[2] for word in FATE["FATE_MAILIN_PROVIDERS"]}
if FATE_MAILIN_PROVIDERS:
    INSTALLED_APPS.append("anymail")  # for its system checks

# --- Calls to URLs of users: webhooks and push services --------------------------------------------------------------
FATE_WEBHOOK_NETWORKS = FATE["FATE_WEBHOOK_NETWORKS"]
FATE_VAPID_KEY = FATE["FATE_VAPID_KEY"] or ""
FATE_VAPID_CONTACT = SITE_URL if SITE_IS_SECURE else f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}"

# --- Celery: signals only, the queues are in PostgreSQL --------------------------------------------------------------
BROKER = broker.settings(FATE["FATE_BROKER_URL"] or REDIS_URL)
CELERY_BROKER_URL: str = BROKER["broker_url"]
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = BROKER["broker_transport_options"]
globals().update({f"CELERY_{name.upper()}": value for name, value in BROKER.items()})  # and the settings of each kind of broker
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 120
CELERY_TASK_SOFT_TIME_LIMIT = 90
CELERY_TASK_ROUTES = broker.ROUTES
CELERY_TASK_PUBLISH_RETRY_POLICY = broker.PUBLISH_RETRY
CELERY_WORKER_ETA_TASK_LIMIT = 10  # no task has an ETA
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 5.0
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_DB_REUSE_MAX = 500
CELERY_BEAT_SCHEDULE = broker.SCHEDULE

# --- API -------------------------------------------------------------------------------------------------------------
FATE_API_RATE = FATE["FATE_API_RATE"]
OPENAPI_DOCUMENT = installation.OPENAPI
REST_FRAMEWORK = {  # other settings of the API are in games/api/base/views.py
    "DEFAULT_RENDERER_CLASSES": ["games.api.base.renderer.FastJSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["games.api.base.strict_json.StrictJSONParser"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "NUM_PROXIES": PROXY_COUNT,
}

LOGGING_CONFIG = None
logs.configure(level=FATE["FATE_LOG_LEVEL"], as_json=FATE["FATE_LOG_FORMAT"] == "json")
