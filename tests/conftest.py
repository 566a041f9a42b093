"""Fixtures for all tests: a temporary PostgreSQL and Valkey, started once per run and only when a test needs them."""

from __future__ import annotations

import gc
import os
import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import hypothesis
import psycopg
import pytest
from _pytest.nodeid import coerce_node_id
from django.conf import LazySettings, settings
from django.db import connections
from django.utils import translation

from fateapp import service_urls
from fateapp.embedded import instance_record, temporary_stores
from fateapp.embedded.instance_record import Stores
from games.models import Game
from games.models.game import CODE_ALPHABET, SECRET_BYTES
from notifications.broker import signal_thread

pytest.register_assert_rewrite("games.conformance")  # rewrite asserts in these modules, too, so that their failures show the values

from tests import databases  # noqa: E402
from tests.rules import sixth  # noqa: E402

SIXTH_GAME = sixth.HERE
"""A sixth game, registered for the whole run beside the five of the site."""

NO_DATA = Path("/nonexistent/fateapp")
"""The data directory of the tests. Those that need one make their own."""

RUNNING = pytest.StashKey[ExitStack]()

hypothesis.settings.register_profile(
    "house", derandomize=True, deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow], database=None
)
hypothesis.settings.load_profile("house")
"""The same examples in every run, and no time limit per example, since the load of the machine varies."""


gc.set_threshold(20_000, 10, 10)
"""Modules and tests are collected once and stay: with Python's own thresholds, collecting garbage takes an eighth of a worker's time."""


MEMORY = Path("/dev/shm")
ROOM = 4_000_000_000
"""Bytes that have to be free in memory for the databases of a run."""


def in_memory() -> Path | None:
    """Where files lie in memory, if there is room and programs may be run there (those of the servers may have to be copied)."""
    if not MEMORY.is_dir() or not os.access(MEMORY, os.W_OK):
        return None
    there = os.statvfs(MEMORY)
    return MEMORY if there.f_bavail * there.f_frsize > ROOM and not there.f_flag & os.ST_NOEXEC else None


def start_stores(config: pytest.Config) -> Stores:
    """The stores of this run: from the environment, or started here and stopped when pytest ends."""
    if "FATE_DATABASE_URL" not in os.environ or "FATE_REDIS_URL" not in os.environ:
        stack = config.stash.setdefault(RUNNING, ExitStack())
        stores = stack.enter_context(temporary_stores.stores(in_memory()))
        os.environ[databases.TEMPLATE] = "migrated"
        os.environ.setdefault("FATE_DATABASE_URL", stores.database_url or "")
        os.environ.setdefault("FATE_REDIS_URL", stores.redis_url or "")
    return Stores(os.environ["FATE_DATABASE_URL"], os.environ["FATE_REDIS_URL"])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: at any time some test waits for a process, a browser or a clock."""
    return len(os.sched_getaffinity(0)) + 1


class SharedStores:
    """With pytest-xdist: starts the stores before the workers, which read the addresses from their environment."""

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_setupnodes(self, config: pytest.Config) -> None:
        """Called once, in the controlling process."""
        start_stores(config)


def redis_of_this_process(url: str) -> str:
    """The Valkey URL of this process: workers of pytest-xdist share a server, and each uses its own numbered database."""
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw-1").removeprefix("gw")) + 1
    parts = urlsplit(url)
    if not number or parts.scheme not in ("redis", "unix"):
        return url
    return f"unix://{parts.path}?db={number % 16}" if parts.scheme == "unix" else f"redis://{parts.netloc}/{number % 16}"


def without_a_site(settings: LazySettings) -> None:
    """Takes from the settings what `manage.py up` has made in this folder: its secret key, with which Web Push is on, stores and files."""
    settings.FATE = settings.FATE | {"FATE_DATA_DIR": NO_DATA, "FATE_SECRET_KEY": ""}
    settings.DATA_DIR, settings.STATIC_ROOT, settings.MEDIA_ROOT = NO_DATA, NO_DATA / "static", NO_DATA / "media"
    settings.STORES, settings.SECRET_KEY, settings.SECRET_KEY_IS_LASTING = Stores(), "t" * 50, False


def pytest_configure(config: pytest.Config) -> None:
    """Fast password hashing, static files without a manifest, and no data of a site that may be running from this folder."""
    config.pluginmanager.register(SharedStores())
    without_a_site(settings)
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    settings.WHITENOISE_AUTOREFRESH = True  # no static files are collected here, so there is no folder to read at start
    if "FATE_REDIS_URL" in os.environ:
        os.environ["FATE_REDIS_URL"] = redis_of_this_process(os.environ["FATE_REDIS_URL"])
    settings.REDIS_URL = os.environ.get("FATE_REDIS_URL", instance_record.NO_REDIS)
    settings.CELERY_BROKER_URL = service_urls.broker(settings.REDIS_URL)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With pytest-xdist, spreads the slow tests. The garbage collector passes over everything that is there after collection."""
    if config.getoption("loadgroup", False):
        name_groups(items)
    if "PYTEST_XDIST_WORKER" in os.environ:
        items[:] = spread(items)
    gc.collect()
    gc.freeze()


def name_groups(items: list[pytest.Item]) -> None:
    """Appends the group to the id of a test, from which `--dist loadgroup` takes it.

    pytest-xdist 3.8 does this itself, but where pytest 9.2 no longer reads it.
    """
    for item in items:
        group = item.get_closest_marker("xdist_group")
        if group and not item.nodeid.endswith(f"@{group.args[0]}"):
            item._id = coerce_node_id(f"{item.nodeid}@{group.args[0]}")


def spread(items: list[pytest.Item]) -> list[pytest.Item]:
    """The slow tests without database, which pytest-django puts last, evenly among those with one.

    Most of them wait for processes that they have started. In a row they would leave cores idle, and at the end of the run workers. All
    others keep their order, and so do the groups of pytest-xdist, which it starts first.
    """
    grouped, with_database, slow, quick = [], [], [], []
    for item in items:
        if item.get_closest_marker("xdist_group"):
            grouped.append(item)
        elif needs_database(item):
            with_database.append(item)
        else:
            (slow if item.get_closest_marker("slow") else quick).append(item)
    random.Random(0).shuffle(slow)  # the same order in every worker
    placed = [(number / len(kind), item) for kind in (slow, with_database) for number, item in enumerate(kind)]
    return grouped + [item for _place, item in sorted(placed, key=lambda pair: pair[0])] + quick


def needs_database(item: pytest.Item) -> bool:
    """Whether pytest-django gives this test a database."""
    fixtures = {"db", "transactional_db", "live_server"}
    return item.get_closest_marker("django_db") is not None or not fixtures.isdisjoint(getattr(item, "fixturenames", ()))


def pytest_addoption(parser: pytest.Parser) -> None:
    """The seed of the random numbers of every test; another seed gives other games."""
    parser.addoption("--fate", default="0", help="decides the shuffles of the games that tests start (default: 0)")


def pytest_report_header(config: pytest.Config) -> str:
    """Shows the seed, so that a failure can be reproduced."""
    return f"chance: --fate={config.getoption('--fate')}"


@pytest.fixture(autouse=True)
def fate(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Makes the secrets and codes of games reproducible: a test that starts games in this process gets the same ones in every run."""
    if "transactional_db" not in request.fixturenames and "db" not in request.fixturenames and "django_db" not in request.keywords:
        yield
        return
    test = f"{request.node.parent.nodeid}::{request.node.name}"  # without its group
    rng = random.Random(f"{request.config.getoption('--fate')} {test}")
    monkeypatch.setattr(Game._meta.get_field("secret"), "_get_default", lambda: rng.randbytes(SECRET_BYTES))
    monkeypatch.setattr(Game._meta.get_field("code"), "_get_default", lambda: "".join(rng.choices(CODE_ALPHABET, k=8)))
    yield


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the stores that this run has started."""
    if stack := config.stash.get(RUNNING, None):
        stack.close()


@pytest.fixture(scope="session")
def stores(request: pytest.FixtureRequest) -> Stores:
    """The addresses of a running PostgreSQL and Valkey."""
    return start_stores(request.config)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(stores: Stores, django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Point Django to the database of this run; pytest-django makes a fresh one inside it, one per worker."""
    described = service_urls.database(stores.database_url or "")
    test = connections["default"].settings_dict["TEST"]
    connections["default"].settings_dict.update(described, TEST=test)
    databases.lift_limits()


@pytest.fixture(scope="session")
def with_tables(stores: Stores, django_db_setup: None) -> str:
    """The end of a statement that creates a database: as a copy with all tables, if this run has one; a run without tests of Django's
    database has none.
    """
    template = os.environ.get(databases.TEMPLATE, "")
    with psycopg.connect(stores.database_url or "") as line:
        found = line.execute("SELECT 1 FROM pg_database WHERE datname = %s", [template]).fetchone()
    return f"TEMPLATE {template}" if found else ""


@pytest.fixture(scope="session")
def redis_url(stores: Stores) -> str:
    """The Valkey URL of this run."""
    return stores.redis_url or ""


@pytest.fixture(autouse=True)
def nothing_remains_for_the_next_test() -> Iterator[None]:
    """Wait for pending calls to workers, and forget the language of the last request, which Django's test client leaves active."""
    yield
    signal_thread.flush()
    translation.deactivate()
