"""Tests of the reading of settings from the environment; a bad value gives one clear sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from fateapp.environment import SETTINGS, BadSetting, read, read_all
from fateapp.installation import CODE as PROJECT


def test_defaults_can_all_be_read() -> None:
    """An empty environment is valid."""
    assert read_all({})["FATE_SITE_URL"] == "http://127.0.0.1:8000"
    assert read("FATE_DATA_DIR", {}) == PROJECT / ".fate"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("FATE_DEBUG", "maybe", "FATE_DEBUG 'maybe' is neither yes nor no; write 1 or 0."),
        ("FATE_WORKERS", "two", "FATE_WORKERS 'two' is not a whole number from 1 to 256."),
        ("FATE_WORKERS", "-1", "FATE_WORKERS '-1' is not a whole number from 1 to 256."),
        ("FATE_SITE_URL", "fate.example", "FATE_SITE_URL 'fate.example' is not an address such as https://fate.example."),
        ("FATE_SITE_URL", "http://a/b", "FATE_SITE_URL 'http://a/b' must be scheme and host only; running below a path is not supported."),
        ("FATE_SITE_URL", "http://a.b:port", "FATE_SITE_URL 'http://a.b:port' has a port that is not a number from 0 to 65535."),
        ("FATE_MAILIN_LISTEN", "8025", "FATE_MAILIN_LISTEN '8025' is not a list of addresses such as smtp://127.0.0.1:8025,lmtp://127.0.0.1:8024."),
        ("FATE_LOG_FORMAT", "xml", "FATE_LOG_FORMAT 'xml' must be one of text, json."),
        ("FATE_DATABASE_URL", "mysql://root:secret@db/fate", "FATE_DATABASE_URL must begin with postgres:// or postgresql://."),
        ("FATE_REDIS_URL", "localhost:6379", "FATE_REDIS_URL must begin with redis:// or rediss:// or unix://."),
    ],
)  # fmt: skip
def test_bad_value_is_one_sentence(name: str, value: str, sentence: str) -> None:
    """The sentence names the setting, and the value unless it may be secret."""
    with pytest.raises(BadSetting) as caught:
        read(name, {name: value})
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("FATE_DATABASE_URL", "postgresql://fate:hush/123@db/fate"),
        ("FATE_REDIS_URL", "redis://:hush#123@valkey:6379/0"),
        ("FATE_BROKER_URL", "amqp://fate:hush#123@mq//"),
        ("FATE_EMAIL_URL", "smtp+tls://fate:hush#123@mail:587"),
        ("FATE_EMAIL_URL", "smtp+tls://fate:hush/123@mail:587"),
    ],
)
def test_password_with_a_delimiter_is_explained_and_not_shown(name: str, value: str) -> None:
    """FATE_EMAIL_URL gave a part of the password and no remedy; FATE_BROKER_URL was accepted."""
    with pytest.raises(BadSetting) as caught:
        read(name, {name: value})
    remedy = "in a name or password, write / as %2F, # as %23 and ? as %3F."
    assert str(caught.value) == f"{name} has a port that is not a number from 0 to 65535; {remedy}"


def test_sender_in_quotation_marks_is_refused() -> None:
    """`docker run --env-file` keeps them, and mails had an address that no server accepts."""
    with pytest.raises(BadSetting, match=r"holds no address; write it like this: Fate <fate@example\.org>"):
        read("FATE_EMAIL_FROM", {"FATE_EMAIL_FROM": '"Fate <fate@fate.example>"'})


def test_percent_sign_in_a_password_is_explained_and_not_shown() -> None:
    with pytest.raises(BadSetting) as caught:
        read("FATE_DATABASE_URL", {"FATE_DATABASE_URL": "postgresql://fate:hush%zz@db/fate"})
    assert "write % itself as %25" in str(caught.value)
    assert "hush" not in str(caught.value)


@pytest.mark.parametrize(
    ("word", "meaning"), [("1", True), ("Yes", True), ("on", True), ("TRUE", True), ("0", False), ("no", False), ("Off", False)]
)
def test_switch_understands_the_usual_words(word: str, meaning: bool) -> None:
    """In upper and lower case."""
    assert read("FATE_DEBUG", {"FATE_DEBUG": word}) is meaning


def test_value_in_a_file_wins_and_is_trimmed(tmp_path: Path) -> None:
    """Containers pass secrets as files."""
    (tmp_path / "key").write_text("k" * 40 + "\n")
    assert read("FATE_SECRET_KEY", {"FATE_SECRET_KEY": "other", "FATE_SECRET_KEY_FILE": str(tmp_path / "key")}) == "k" * 40


def test_value_in_a_missing_file_is_explained(tmp_path: Path) -> None:
    """The error names the file."""
    with pytest.raises(BadSetting, match=r"FATE_SECRET_KEY_FILE names a file that cannot be read: .*absent"):
        read("FATE_SECRET_KEY", {"FATE_SECRET_KEY_FILE": str(tmp_path / "absent")})


def test_empty_value_means_not_set() -> None:
    """Compose files often pass empty strings."""
    assert read("FATE_DATABASE_URL", {"FATE_DATABASE_URL": ""}) is None
    assert read_all({setting.name: " " for setting in SETTINGS}) == read_all({})


def test_site_is_written_in_small_letters_without_slash() -> None:
    """Host names are not case-sensitive."""
    assert read("FATE_SITE_URL", {"FATE_SITE_URL": "https://Fate.Example/"}) == "https://fate.example"


def test_every_setting_is_explained_in_a_sentence() -> None:
    """The explanations are the table of the documentation."""
    assert [setting.name for setting in SETTINGS if not setting.meaning.endswith(".") or not setting.name.startswith("FATE_")] == []
