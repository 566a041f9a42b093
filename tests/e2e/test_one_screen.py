"""Tests of playing at the table by pressing, by keys and while others move; that it is one screen is tested in test_every_question.py."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Route, expect

from games.models import Game, Move
from games.queries.tables.table import look_at
from games.render.words import answer_words
from games.rules.contract import Wait
from games.rules.game import Game as Rules
from games.rules.messages import Reader
from games.rules.playout import random_answer
from games.rules.registry import all_games
from games.rules.scene import Role
from games.services.people import guests
from notifications.clock import database_now
from tests.e2e.conftest import SignIn
from tests.e2e.looks import overflows
from tests.e2e.moments import every_question, first_seat, put
from tests.e2e.one_screen import SIZES, faults, places
from tests.e2e.test_looks import A_WHILE, seated, table_of
from tests.games import moves
from tests.games.conftest import person

GAMES = [key for key in all_games() if key != "lone_star"]
MOST_LOOKS = 6
LOW_WINDOWS = ((320, 256), (640, 256), (320, 568), (1280, 400))


def largest(book: Rules[Any]) -> Game:
    game, _asked = table_of(seated(book.seats[-1]), book.key, 1)
    return game


@pytest.mark.parametrize("key", GAMES)
def test_zones_keep_their_places_over_a_whole_game(sign_in: SignIn, key: str) -> None:
    book, rng = all_games()[key], random.Random(8)
    game = largest(book)
    page, session, looks = sign_in(first_seat(game), viewport=SIZES["wide"]), book.begin(book.seats[-1]), 0
    seen: dict[str, list[int]] = {}
    wait = 0
    for count in range(200):
        session.settle(lambda _draw, _label, n, k: rng.sample(range(n), k))
        if session.result:
            break
        if count >= wait and 0 in session.unanswered and looks < MOST_LOOKS:
            wait = count + 12
            put(game, session.position)
            page.goto(game.get_absolute_url())
            for id_, box in places(page).items():
                assert seen.setdefault(id_, box) == box, (count, id_)
            looks += 1
        seat = rng.choice(session.unanswered)
        question = session.question(seat)
        assert question is not None
        session.answer(seat, random_answer(question, rng))
    assert looks > 1, "the table was looked at once: this test proved nothing"


def test_a_move_is_three_presses_and_no_new_page(sign_in: SignIn) -> None:
    game, asked = table_of(seated(2), "turn_of_fate", 6)
    page, loads = sign_in(asked, viewport=SIZES["phone"]), list[str]()
    page.goto(game.get_absolute_url())
    page.on("load", lambda _page: loads.append("load"))
    decision = look_at(game.code, asked).decision
    assert decision is not None
    option = next(option for option in decision.options if len(option.touches) == 2)
    for id_ in option.touches:
        page.locator(f'.press[value="{id_}"]').first.click()
    page.locator("#plate .play").click()
    expect(page.locator(f'#table[data-seq="{game.seq}"]')).to_have_count(0)
    assert loads == []
    assert Move.objects.filter(game=game, seq__gte=game.seq, text=option.token).exists()


def test_move_by_keys_alone(sign_in: SignIn) -> None:
    game, asked = table_of(seated(2), "turn_of_fate", 6)
    page = sign_in(asked, viewport=SIZES["wide"])
    page.goto(game.get_absolute_url())
    page.keyboard.press("Enter")  # nothing is chosen: the page says what to do and sends nothing
    expect(page.locator(".plate-title")).to_contain_text("First choose")
    assert Game.objects.get(pk=game.pk).seq == game.seq
    page.keyboard.press("1")
    expect(page.locator(".hand .picked")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".picked")).to_have_count(0)
    page.keyboard.press("1")
    page.locator(".cloth .lit > .press").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#answer input:checked")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(f'#table[data-seq="{game.seq}"]')).to_have_count(0)


def test_open_page_shows_a_move_by_the_stream_without_pressing(sign_in: SignIn) -> None:
    """The event of the stream is held back until the other player has moved; then the table is updated and typed text stays."""
    people = seated(2)
    game, asked = table_of(people, "turn_of_fate", 6)
    waiting = next(player for player in people if player != asked)
    page, held = sign_in(waiting, viewport=SIZES["wide"]), list[Route]()
    page.route("**/api/v1/stream", lambda route: held.append(route))
    page.goto(f"{game.get_absolute_url()}#talk")
    page.locator("#say").fill("Wait a mo")
    while not game.seats.get(player=waiting).pending:
        moves.move(game)
    game.refresh_from_db()
    while not held:
        page.wait_for_timeout(20)
    told = {"type": "game", "game": game.code, "status": "active", "seq": game.seq, "my_turn": True, "nth": 0}
    held[0].fulfill(content_type="text/event-stream", body=f"event: game\ndata: {json.dumps(told)}\n\n")
    expect(page.locator("#table")).to_have_attribute("data-seq", str(game.seq))
    expect(page.locator("#ticker")).to_contain_text("Your turn")
    expect(page.locator(".fresh").first).to_be_visible()
    expect(page.locator("#say")).to_have_value("Wait a mo")
    expect(page.locator("#plate .play")).to_be_visible()


@pytest.mark.parametrize("key", GAMES)
def test_everything_can_be_reached_in_a_window_too_low_for_one_screen(sign_in: SignIn, key: str) -> None:
    """A laptop at 400 % zoom has 320 x 256 (WCAG 1.4.10): the window scrolls vertically, never horizontally, to every control."""
    game, asked = table_of(seated(all_games()[key].seats[0]), key, 1)
    page = sign_in(asked)
    for width, height in LOW_WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(game.get_absolute_url())
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width
        for press in page.locator("#plate .play, #plate .verb .press, .tabs a, .hand .press").all():
            press.scroll_into_view_if_needed()
            expect(press).to_be_in_viewport(ratio=0.2)
        page.locator("#plate .play").scroll_into_view_if_needed()
        expect(page.locator("#plate .play")).to_be_in_viewport(ratio=0.95)


@pytest.mark.parametrize("key", GAMES)
def test_first_question_fits_beside_what_the_game_is_about(sign_in: SignIn, key: str) -> None:
    """A guest who comes from the first page reads a description of the game there; none of it is cut off, in any language."""
    found = {}
    guest, game = guests.play_bots(key, "Grace", slip="a", language="en", zone="UTC", now=database_now())
    while not game.seats.get(player=guest).pending:
        moves.move(game)
    page = sign_in(guest)
    page.goto(game.get_absolute_url())
    for language, _name in settings.LANGUAGES:
        page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": page.url}])
        page.goto(game.get_absolute_url())
        assert page.locator(".plate .goal").count() == 1
        for size, viewport in SIZES.items():
            page.set_viewport_size(viewport)  # type: ignore[arg-type]
            found[language, size] = faults(page)
    assert {at: wrong for at, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("key", GAMES)
def test_names_of_full_length_and_of_other_scripts_fit(sign_in: SignIn, key: str) -> None:
    names = [
        "Wilhelmina-Featherstonehaugh-W",
        "عبد الرحمن بن محمد الأندلسي",
        "מרים בת שלמה",
        "Ng",
        "Константинопольский Д",
        "王小明",
        "Ólafur Þór",
    ]
    people = [person(name) for name in names[: all_games()[key].seats[-1]]]
    game, asked = table_of(people, key, A_WHILE.get(key, 8))
    page, found = sign_in(asked), {}
    page.goto(game.get_absolute_url())
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        found[size] = faults(page)
    for address in ("/", "/lobby/"):
        page.goto(address)
        found[address] = overflows(page)
    moves.play_out(game, now=database_now())
    page.goto(game.get_absolute_url())
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        found[f"finished, {size}"] = overflows(page)
    assert {at: wrong for at, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_coins_of_rivals_are_seen_on_phones(sign_in: SignIn, seats: int) -> None:
    game, asked = table_of(seated(seats), "council_of_kings", 8)
    page = sign_in(asked)
    page.goto(game.get_absolute_url())
    for viewport in (SIZES["phone"], {"width": 360, "height": 640}):
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        assert page.locator(".others .stat", has_text="Coins").locator("visible=true").count() == seats - 1
        assert page.locator(".others .stat.score").locator("visible=true").count() == seats - 1


LABELLED = """scores => scores.map(score => {
  const name = score.querySelector(".stat-name");
  return name.checkVisibility() && name.getBoundingClientRect().bottom <= score.getBoundingClientRect().bottom + 2;
})"""


@pytest.mark.parametrize(
    ("key", "seats"),
    [("council_of_kings", 3), ("council_of_kings", 4), ("council_of_kings", 5), ("destined_to_fail", 4), ("destined_to_fail", 7)],
)
def test_scores_of_rivals_have_their_label_on_phones(sign_in: SignIn, key: str, seats: int) -> None:
    game, asked = table_of([person(name) for name in ("Ada", "Ben", "Clotho", "Dora", "Emil", "Freya", "Gwen")[:seats]], key, 8)
    page = sign_in(asked)
    page.goto(game.get_absolute_url())
    for viewport in (SIZES["phone"], {"width": 360, "height": 640}):
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        assert page.locator(".others .stat.score").evaluate_all(LABELLED) == [True] * (seats - 1)


def test_three_choices_beside_play_are_as_high_as_a_fingertip_on_a_low_phone(sign_in: SignIn) -> None:
    game, asked = table_of(seated(3), "council_of_kings", 0)
    page = sign_in(asked, viewport={"width": 360, "height": 640})
    page.goto(game.get_absolute_url())
    for language, _name in settings.LANGUAGES:
        page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": page.url}])
        page.goto(game.get_absolute_url())
        heights = page.locator("#plate .verb .press").evaluate_all("all => all.map(press => press.getBoundingClientRect().height)")
        assert len(heights) == 3
        assert min(heights) >= 43.5, language
        assert [fault for fault in faults(page) if "cut off" in fault and "press" in fault] == []


BROKEN_WORDS = """() => [...document.querySelectorAll(".who .zoom")].flatMap(name => {
  const text = name.firstChild, range = document.createRange();
  return [...text.data.matchAll(/\\S+/g)].filter(word => {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return [...range.getClientRects()].filter(rect => rect.width > 1).length > 1;
  }).map(word => word[0]);
})"""


def test_names_of_rivals_break_between_words_on_a_phone(sign_in: SignIn) -> None:
    people = [person(name) for name in ("Ada", "Ben", "Christopher Alexander", "Dora")]
    for key in ("council_of_kings", "destined_to_fail", "fate_foretold"):
        game, asked = table_of(people, key, 8)
        for player in (asked, next(one for one in people if one not in (asked, people[2]))):
            page = sign_in(player, viewport=SIZES["phone"])
            page.goto(game.get_absolute_url())
            assert "Christopher Alexander" in page.locator(".who .zoom").all_text_contents()
            assert page.evaluate(BROKEN_WORDS) == []


BROKEN_CARD_NAMES = BROKEN_WORDS.replace(".who .zoom", ".hand .card-name")


def test_long_names_of_cards_are_whole_in_a_hand_of_five_on_a_phone(sign_in: SignIn) -> None:
    """The Metamorphosis has the longest word among the names that keep their usual size."""
    book, rng = all_games()["fate_foretold"], random.Random(5)
    game, _asked = table_of(seated(3), book.key, 0)
    session = book.begin(3)
    while True:
        session.settle(lambda _draw, _label, n, k: rng.sample(range(n), k))
        if session.result:
            session = book.begin(3)
            continue
        decision = session.decision(0)
        hands = [zone for zone in book.scene(session.view(0)).zones if zone.role is Role.HAND]
        cards = [card.id for zone in hands for pile in zone.piles for card in pile.cards]
        if decision is not None and decision.kind == "main" and len(cards) == 5 and "metamorphosis" in cards:
            break
        seat = rng.choice(session.unanswered)
        question = session.question(seat)
        assert question is not None
        session.answer(seat, random_answer(question, rng))
    put(game, session.position)
    page = sign_in(first_seat(game), viewport=SIZES["phone"])
    page.goto(game.get_absolute_url())
    assert page.locator(".hand .card-name", has_text="The Metamorphosis").count() == 1
    assert page.evaluate(BROKEN_CARD_NAMES) == []


def test_a_stored_answer_is_named_as_on_its_card_and_what_can_be_planned_is_in_view(sign_in: SignIn) -> None:
    book = all_games()["destined_to_fail"]
    game, _asked = table_of(seated(2), book.key, 0)
    questions = (book.resume(position) for position in every_question(book, 2).values())
    session = next(one for one in questions if one.wait is Wait.SEALED and len(one.unanswered) == 2)
    question = session.question(0)
    assert question is not None
    session.answer(0, random_answer(question, random.Random(1)))
    put(game, session.position)
    decision = look_at(game.code, first_seat(game)).decision
    assert decision is not None
    label = answer_words(decision, decision.given or "", Reader())
    assert label != decision.given
    for size in ("phone", "wide"):
        page = sign_in(first_seat(game), viewport=SIZES[size])
        page.goto(game.get_absolute_url())
        expect(page.locator("#plate .given")).to_contain_text(f"Your answer so far: {label}.")
        expect(page.locator(".bar")).to_contain_text("Waiting for others")
        assert page.locator(".own .turn").count() == 0
        assert page.locator("#plate .ahead button:visible").count() > 0
        assert page.locator("#plate .plate-body").evaluate("body => body.scrollHeight - body.clientHeight") <= 1


OUT_OF_PLACE = """() => [...document.querySelectorAll(".place, .bar, .tabs")].flatMap(place => {
  const room = place.getBoundingClientRect();
  return [...place.querySelectorAll(".who .zoom, .turn, .stat, h1, .due, .tools a, .tabs a")]
    .filter(words => words.checkVisibility({visibilityProperty: true}))
    .map(words => [words, words.getBoundingClientRect()])
    .filter(([_words, box]) => box.bottom > room.bottom + 2 || box.top < room.top - 2 || box.right > room.right + 2)
    .map(([words]) => `${words.className} ${words.textContent.trim()}`);
})"""


@pytest.mark.parametrize("key", GAMES)
def test_text_of_twice_the_size_stays_in_its_place(sign_in: SignIn, key: str) -> None:
    """A browser whose font size is doubled, the window unchanged (WCAG 1.4.4)."""
    game, asked = table_of(seated(all_games()[key].seats[0]), key, A_WHILE.get(key, 8))
    page, found = sign_in(asked), {}
    page.goto(game.get_absolute_url())
    page.evaluate("document.documentElement.style.fontSize = '34px'")
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        found[size] = page.evaluate(OUT_OF_PLACE)
    assert {at: wrong for at, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    ("key", "seats", "played"),
    [
        ("council_of_kings", 3, 8),
        ("council_of_kings", 4, 30),
        ("council_of_kings", 5, 30),
        ("fate_foretold", 6, 30),
        ("destined_to_fail", 7, 20),
    ],
)
def test_cards_keep_their_size_on_a_low_phone_at_a_full_table(sign_in: SignIn, key: str, seats: int, played: int) -> None:
    game, asked = table_of(seated(seats), key, played)
    page = sign_in(asked, viewport={"width": 360, "height": 640})
    page.goto(game.get_absolute_url())
    zones = page.locator(":is(.others, .own, .centre) .zone:not(.role-seat) .card")
    heights = zones.evaluate_all("cards => cards.map(card => card.getBoundingClientRect().height)")
    assert heights
    assert min(heights) >= 20


def test_who_only_watches_on_a_phone_sees_the_table_in_place_of_a_hand(sign_in: SignIn) -> None:
    game, _asked = table_of(seated(2), "turn_of_fate", 12)
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    page = sign_in(None, viewport={"width": 360, "height": 640})
    page.goto(game.get_absolute_url())
    cloth, plate = page.locator(".cloth").bounding_box(), page.locator("#plate").bounding_box()
    assert cloth is not None
    assert plate is not None
    assert cloth["height"] > 640 / 2
    assert plate["y"] - (cloth["y"] + cloth["height"]) < 10


OVER_WORDS = """marks => marks.flatMap(mark => {
  const at = mark.getBoundingClientRect(), all = [...mark.closest(".pile").querySelectorAll(".card-head > *, .marks, .card-name")];
  const covered = box => Math.min(at.right, box.right) - Math.max(at.left, box.left) > 1
    && Math.min(at.bottom, box.bottom) - Math.max(at.top, box.top) > 1;
  return all.filter(words => words.checkVisibility() && covered(words.getBoundingClientRect())).map(words => words.textContent.trim());
})"""


def test_mark_of_what_moved_covers_no_words_of_the_card(sign_in: SignIn) -> None:
    game, asked = table_of(seated(3), "destined_to_fail", 3)
    page, found = sign_in(asked, viewport=SIZES["phone"]), {}
    page.goto(game.get_absolute_url())
    while not page.locator(".centre .pile:has(.fresh):has(.marks)").count():
        moves.move(game)
        page.goto(game.get_absolute_url())
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        found[size] = page.locator(".centre .fresh").evaluate_all(OVER_WORDS)
    assert {size: words for size, words in found.items() if words} == {}


def test_no_card_leaves_its_zone_on_a_low_phone(sign_in: SignIn) -> None:
    """The points below piles give way there, with the room that they would take."""
    book = all_games()["turn_of_fate"]
    game = largest(book)
    page = sign_in(first_seat(game), viewport={"width": 360, "height": 640})
    page.goto(game.get_absolute_url())
    found = {}
    for after in (24, 36, 48):
        for name, position in every_question(book, 2, after=after).items():
            put(game, position)
            page.goto(game.get_absolute_url())
            found[after, name] = [fault for fault in faults(page) if "leaves its zone" in fault]
    assert found
    assert {at: wrong for at, wrong in found.items() if wrong} == {}
