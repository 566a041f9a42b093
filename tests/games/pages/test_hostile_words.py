"""Tests of texts of players in every output format: each is parsed by an independent library and contains the text unchanged."""

from __future__ import annotations

import io
import json
import re
import zipfile
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from icalendar import Calendar

from games.models import Game, Player, Seat
from games.services.clocks.pace import per_move
from games.services.people import calendars
from games.services.tables import invitations, lobby, talk
from games.tournaments.models import Tournament
from games.tournaments.services import director as tournament_desk
from notifications.clock import database_now
from notifications.delivery import deliver
from notifications.models import Message
from tests.games.conftest import NOON, start
from tests.games.moves import asked, move

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
HOSTILE = [
    "<script>alert(1)</script>",
    "]]> <![CDATA[ <img src=x onerror=alert(1)>",
    "&amp; & &lt;b&gt; &#60;i&#62;",
    "\"><svg onload=alert(1)> ' `",
    "</summary></entry><entry><title>forged</title>",
    "one\nBEGIN:VEVENT\r\nSUMMARY:forged\nEND:VEVENT; a,b;c\\n \\, " + "ü" * 90,
    "</style></title><!-- --><textarea>",
    "{{ secret }} {% now 'Y' %} %(name)s {who}",
    "\u202egnp.exe \u2028 \ufffe 😀",
]
hostile = pytest.mark.parametrize("words", HOSTILE, ids=range(len(HOSTILE)))


class Elements(HTMLParser):
    """Collects the names of all elements and attributes, and the text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _value in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


def squeezed(text: str) -> str:
    """The text without spaces, characters that XML cannot hold, and bidi controls, for comparisons of words."""
    return re.sub(r"[\s\ufffe\u2028\u202a-\u202e\u2066-\u2069]+", "", text)


def harmless(html: str, words: str, frame: set[str]) -> None:
    """Check that the words are text and add no element or attribute to the page."""
    found = Elements(html)
    assert squeezed(words) in squeezed(found.text)
    assert found.tags <= frame
    assert not {name for name in found.attributes if name.startswith("on")}


@pytest.fixture
def public(alice: Player, bob: Player) -> Game:
    return start(alice, bob, visibility="public", now=database_now())


def _strings(value: Any) -> list[str]:
    """Every text inside a JSON document."""
    if isinstance(value, str):
        return [value]
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for part in inside for text in _strings(part)]


def told(game: Game, words: str) -> None:
    move(game, story=words)


@hostile
def test_atom_of_a_game(public: Game, words: str) -> None:
    told(public, words)
    feed = ElementTree.fromstring(Client().get(f"/g/{public.code}/feed.atom").content)
    summaries = [entry.find(f"{ATOM}summary") for entry in feed.iter(f"{ATOM}entry")]
    assert {summary.get("type") for summary in summaries if summary is not None} == {"html"}
    newest = summaries[0].text or ""  # type: ignore[union-attr]
    harmless(newest, words, {"br"})
    assert "forged" not in [entry.findtext(f"{ATOM}title") for entry in feed.iter(f"{ATOM}entry")]


@hostile
def test_atom_of_a_tournament(carol: Player, words: str) -> None:
    title = " ".join(words.split())[:80]
    tournament = Tournament.objects.create(title=title, text=words, rules="turn_of_fate", director=carol)
    tournament_desk.open_registration(tournament.pk, carol, "It is spring.", now=NOON)
    feed = ElementTree.fromstring(Client().get(f"{tournament.get_absolute_url()}feed.atom").content)
    assert squeezed(feed.findtext(f"{ATOM}title", "")) == squeezed(title)
    assert squeezed(feed.findtext(f"{ATOM}subtitle", "")) == squeezed(words)


@hostile
def test_page_of_a_game(public: Game, alice: Player, words: str) -> None:
    browser = Client()
    browser.force_login(alice)
    before = Elements(browser.get(f"/g/{public.code}/").content.decode())
    told(public, words)
    plain = Elements(browser.get(f"/g/{public.code}/").content.decode())
    seat = Seat.objects.get(game=public, player=alice)
    talk.say(public.pk, seat.index, words, source="form", now=database_now(), player_id=alice.pk)
    page = browser.get(f"/g/{public.code}/").content.decode()
    harmless(page, words, before.tags | plain.tags | {"ol", "ul", "li", "q", "p", "time", "span", "details", "summary", "blockquote"})
    assert "svg onload" not in Elements(page).attributes


@hostile
def test_mails(public: Game, alice: Player, bob: Player, words: str) -> None:
    told(public, words)
    while deliver.deliver_due(database_now()).found:
        continue
    mails = Message.objects.filter(kind="your_turn", state="sent").exclude(html="")
    for letter in mails:
        found = Elements(letter.html)
        assert not found.tags & {"script", "textarea", "entry"}
        assert not {name for name in found.attributes if name.startswith("on")}
        assert "\n" not in letter.subject
        assert "\r" not in letter.subject
    assert any(squeezed(words) in squeezed(letter.text) for letter in mails)


@hostile
def test_invitation_mail(alice: Player, bob: Player, words: str) -> None:
    game = lobby.create(alice, "turn_of_fate", 2, now=database_now(), pace=per_move(86_400), note=words[:190])
    invitations.invite(game, alice, [bob])
    deliver.deliver_due(database_now())
    letter = Message.objects.get(recipient=bob, kind="invitation")
    assert not Elements(letter.html).tags & {"script", "textarea", "entry"}
    assert not {name for name in Elements(letter.html).attributes if name.startswith("on")}
    assert squeezed(words[:190]) in squeezed(letter.text)


@hostile
def test_chronicle_and_export(public: Game, alice: Player, words: str) -> None:
    told(public, words)
    from games.models import Move
    from games.services.tables import leaving

    leaving.resign(public.pk, asked(public).index, source=Move.Source.FORM, now=database_now(), player_id=asked(public).player_id)
    browser = Client()
    browser.force_login(alice)
    text = browser.get(f"/g/{public.code}/chronicle.txt").content.decode()
    assert squeezed(words) in squeezed(text)
    with zipfile.ZipFile(io.BytesIO(browser.get(f"/g/{public.code}/chronicle.epub").content)) as book:
        pages = [book.read(name) for name in book.namelist() if name.endswith((".xhtml", ".opf", ".ncx"))]
    trees = [ElementTree.fromstring(page) for page in pages]
    assert any(squeezed(words) in squeezed("".join(tree.itertext())) for tree in trees)
    names = {element.tag.rpartition("}")[2] for tree in trees for element in tree.iter()}
    assert not names & {"script", "textarea", "entry"}
    document = json.loads(browser.get(f"/g/{public.code}/game.json").content)
    assert words.strip() in _strings(document)


@pytest.mark.parametrize("name", ["</text><script>", "a&b", '"><x', "]]>", "a\nBEGIN:VEVENT\nb"])
def test_names_of_before_are_escaped_in_pictures_calendars_and_feeds(public: Game, alice: Player, bob: Player, name: str) -> None:
    """Current names consist of letters; the outputs must not rely on that."""
    Player.objects.filter(pk=alice.pk).update(name=name)
    Player.objects.filter(pk=bob.pk).update(name=name + "2")
    svg = Client().get(f"/g/{public.code}/table.svg").content
    tree = ElementTree.fromstring(svg)
    assert not {element.tag.rpartition("}")[2] for element in tree.iter()} & {"script", "x"}
    mover = Player.objects.get(pk=asked(public).player_id)  # type: ignore[misc]
    calendar = Calendar.from_ical(Client().get(f"/calendar/{calendars.make(mover, now=database_now())}.ics").content)
    (event,) = calendar.walk("VEVENT")
    other = name if mover.pk == bob.pk else name + "2"
    assert squeezed(other) in squeezed(str(event["SUMMARY"]))
    feed = ElementTree.fromstring(Client().get(f"/g/{public.code}/feed.atom").content)
    assert squeezed(name) in squeezed(feed.findtext(f"{ATOM}title", ""))


def test_lines_of_a_calendar_are_folded(public: Game) -> None:
    mover = Player.objects.get(pk=asked(public).player_id)  # type: ignore[misc]
    Player.objects.exclude(pk=mover.pk).update(name="ü" * 30)
    content = Client().get(f"/calendar/{calendars.make(mover, now=database_now())}.ics").content
    assert max(len(line) for line in content.split(b"\r\n")) <= 75
    assert b"\n" not in content.replace(b"\r\n", b"")


def test_nul_and_other_controls_are_refused_before_they_are_stored(public: Game) -> None:
    browser = Client()
    browser.force_login(Player.objects.get(pk=asked(public).player_id))  # type: ignore[misc]
    seat = asked(public)
    for character in "\x00\x01\x1f\x7f":
        answer: Any = browser.post(f"/g/{public.code}/answer/", {"nth": seat.nth, "answer": "1", "story": f"a{character}b"})
        assert answer.status_code in (400, 409, 422)
    public.refresh_from_db()
    assert public.seq == asked(public).game.seq
