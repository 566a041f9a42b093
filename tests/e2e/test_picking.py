"""Tests of choosing a move on the table: press a card, see its targets and the consequences, press the target, play."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Route, expect

from games.models import Move
from games.queries.tables.table import look_at
from games.rules.contract import Option
from games.rules.messages import plain
from games.rules.registry import all_games
from tests.e2e.conftest import SignIn
from tests.e2e.looks import violations
from tests.e2e.moments import every_question, first_seat, put
from tests.e2e.one_screen import SIZES
from tests.e2e.playing import open_choices, press_play, unanswered
from tests.e2e.test_looks import seated, table_of
from tests.games import moves


def two_part_option(code: str, player: object) -> tuple[Option, int]:
    """A choice that concerns two objects, the first of which other choices concern, too; and the number of those."""
    decision = look_at(code, player).decision  # type: ignore[arg-type]
    assert decision is not None
    for option in decision.options:
        rivals = [other for other in decision.options if set(option.touches[:1]) & set(other.touches)]
        if len(option.touches) == 2 and len(rivals) > 1 and option.outcome is not None:
            return option, len(rivals)
    raise AssertionError("no choice concerns two objects: this test would prove nothing")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_move_is_made_by_pressing_card_and_target(sign_in: SignIn, scripts: bool) -> None:
    game, asked = table_of(seated(2), "turn_of_fate", 6)
    option, rivals = two_part_option(game.code, asked)
    page = sign_in(asked, scripts=scripts)
    page.goto(game.get_absolute_url())
    card, target = (page.locator(f'.press[value="{id_}"]').first for id_ in option.touches)
    card.press("Enter")
    expect(page.locator("#answer li:not([hidden]) > .choice")).to_have_count(rivals)
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".cloth .lit").first).to_be_visible()
    expect(page.locator(".plate-title")).to_have_text("Now choose a highlighted target.")
    expect(page.locator(".plate-text")).to_have_text(card.locator("xpath=ancestor::li[1]").locator(".card-name").first.inner_text())
    if scripts:
        assert violations(page) == []
    target.press("Enter")
    chosen = page.locator("#answer input[type=radio]:checked")
    expect(chosen).to_have_value(option.token)
    assert option.outcome is not None
    expect(page.locator(".plate-text")).to_have_text(plain(option.outcome, look_at(game.code, asked).names))
    press_play(page)
    expect(page.locator("#plate .play").or_(page.get_by_text("when it is your turn"))).to_be_visible()
    assert Move.objects.filter(game=game).latest("seq").seq >= game.seq
    assert Move.objects.filter(game=game, seq__gte=game.seq, text=option.token).exists()


def test_all_choices_come_back(sign_in: SignIn) -> None:
    game, asked = table_of(seated(2), "turn_of_fate", 6)
    option, rivals = two_part_option(game.code, asked)
    page = sign_in(asked)
    page.goto(game.get_absolute_url())
    choices = page.locator("#answer li:not([hidden]) > .choice")
    count = choices.count()
    assert count > rivals
    page.locator(f'.press[value="{option.touches[0]}"]').first.press("Enter")
    expect(choices).to_have_count(rivals)
    open_choices(page)
    page.get_by_role("link", name="Show all choices").click()
    expect(choices).to_have_count(count)
    expect(page.locator('[aria-pressed="true"]')).to_have_count(0)


def middle_of(card: Locator) -> tuple[float, float]:
    """A point of the card that no neighbouring card covers."""
    box = card.bounding_box()
    assert box is not None
    return box["x"] + 14, box["y"] + box["height"] / 2


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_card_dropped_on_its_target_is_that_choice_and_elsewhere_none(sign_in: SignIn, touch: bool) -> None:
    game, asked = table_of(seated(2), "turn_of_fate", 6)
    option, _rivals = two_part_option(game.code, asked)
    page = sign_in(asked, viewport=SIZES["phone"])
    page.goto(game.get_absolute_url())
    presses = [page.locator(f'.press[value="{id_}"]').first for id_ in option.touches]
    presses.sort(key=lambda press: press.locator("xpath=ancestor::*[@class='hand']").count(), reverse=True)
    card, target = presses
    chosen, held = page.locator("#answer input[type=radio]:checked"), page.locator(".held")
    fingers = page.context.new_cdp_session(page)

    def point(what: str, *at: float) -> None:
        """Press, move or release, by mouse or by touch."""
        if touch:
            kind = {"press": "touchStart", "move": "touchMove", "let go": "touchEnd"}[what]
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}] if at else []})
        elif what == "move":
            page.mouse.move(*at)
        elif what == "press":
            page.mouse.move(*at)
            page.mouse.down()
        else:
            page.mouse.up()

    start, goal = middle_of(card), middle_of(target)
    for end in ((start[0], 20.0), goal):
        point("press", *start)
        point("move", start[0] + 4, start[1] - 4)
        page.wait_for_function("import(document.getElementById('table').dataset.drag)")
        point("move", start[0], start[1] - 30)
        expect(held).to_have_count(1)
        expect(page.locator(".cloth .lit").first).to_be_visible()
        point("move", *end)
        point("let go")
        expect(held).to_have_count(0)
        expect(chosen).to_have_count(int(end == goal))
    expect(chosen).to_have_value(option.token)
    assert not Move.objects.filter(game=game, seq__gte=game.seq).exists()


def test_choosing_again_is_in_reach_on_a_phone_while_another_game_waits(sign_in: SignIn) -> None:
    """Wide screens then have a second button beside Play; on a phone it once pushed the others out of the window."""
    people = seated(2)
    game, asked = table_of(people, "turn_of_fate", 6)
    also = [table_of(people, "turn_of_fate", played) for played in (6, 7)]
    assert asked in [other for _game, other in also]
    page = sign_in(asked, viewport=SIZES["phone"])
    page.goto(game.get_absolute_url())
    page.locator("#plate .verb .press").first.click()
    again = page.get_by_role("link", name="Choose again")
    expect(again).to_be_in_viewport(ratio=1)
    assert page.evaluate("[...document.querySelectorAll('.plate > .acts')].map((it) => it.scrollWidth - it.clientWidth)") == [0]
    again.click()
    expect(page.locator(".plate.chosen")).to_have_count(0)


def test_what_was_said_does_not_stay_in_the_field(sign_in: SignIn) -> None:
    """A second press of Send would send the text again. The text of other fields stays."""
    game, asked = table_of(seated(2), "turn_of_fate", 6)
    page = sign_in(asked)
    page.goto(f"{game.get_absolute_url()}#notes")
    page.locator("details:has(#note) > summary").click()
    page.locator("textarea#note").fill("They hold a Crown.")
    page.goto(f"{game.get_absolute_url()}#talk")
    page.locator("#say").fill("Good luck!")
    page.locator("form:has(#say)").get_by_role("button", name="Send").click()
    expect(page.locator("#talk li").filter(has_text="Good luck!")).to_have_count(1)
    expect(page.locator("#say")).to_have_value("")
    expect(page.locator("textarea#note")).to_have_value("They hold a Crown.")


def test_keyboard_goes_on_from_the_question_after_a_move_and_from_the_tab_after_escape(sign_in: SignIn) -> None:
    """The page is updated in place, and the button Play, which had the focus, is removed."""
    game, asked = table_of(seated(2), "turn_of_fate", 8)
    page = sign_in(asked, viewport=SIZES["wide"])
    page.goto(game.get_absolute_url())
    page.locator(".verbs .press").last.focus()
    page.keyboard.press("Enter")
    before = unanswered(page)
    page.locator("#plate .play").focus()
    page.keyboard.press("Enter")
    expect(before).to_have_count(0)
    expect(page.locator("#plate").locator("#plate-title, .plate-body").first).to_be_focused()
    page.locator("#tab-talk").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#talk h2").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#tab-talk")).to_be_focused()


def test_keyboard_goes_on_from_the_next_question_when_the_stream_brings_it(sign_in: SignIn) -> None:
    """The element that had the focus during the wait is replaced by the question of the next turn, whose title gets the focus."""
    game, asked = table_of(seated(2), "turn_of_fate", 8)
    page, held = sign_in(asked, viewport=SIZES["wide"]), list[Route]()
    page.route("**/api/v1/stream", lambda route: held.append(route))
    page.goto(game.get_absolute_url())
    page.locator(".verbs .press").last.focus()
    page.keyboard.press("Space")
    expect(page.locator("#plate .play")).to_be_focused()  # the pressed button is removed
    page.keyboard.press("Enter")
    expect(page.locator("#plate .plate-body")).to_be_focused()
    while not game.seats.get(player=asked).pending:
        moves.move(game)
    game.refresh_from_db()
    told = {"type": "game", "game": game.code, "status": "active", "seq": game.seq, "my_turn": True, "nth": 0}
    while not held:
        page.wait_for_timeout(20)
    held[0].fulfill(content_type="text/event-stream", body=f"event: game\ndata: {json.dumps(told)}\n\n")
    expect(page.locator("#table")).to_have_attribute("data-seq", str(game.seq))
    expect(page.locator("#plate-title")).to_be_focused()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_play_waits_until_as_many_are_chosen_as_are_asked_for(sign_in: SignIn, scripts: bool) -> None:
    book = all_games()["fate_foretold"]
    game, _asked = table_of(seated(3), book.key, 1)
    asked = first_seat(game)
    put(game, next(position for name, position in every_question(book, 3).items() if name == "discard (order)"))
    decision = look_at(game.code, asked).decision
    assert decision is not None
    assert decision.least == 2
    page = sign_in(asked, scripts=scripts)
    page.goto(game.get_absolute_url())
    text, play = page.locator(".plate-text"), page.locator("#plate .play")
    how, names = text.inner_text(), [plain(option.label) for option in decision.options]
    waits = re.compile("not-yet")
    expect(play).to_have_class(waits)
    page.locator(f'.press[value="{decision.options[0].touches[0]}"]').first.press("Enter")
    expect(text).to_have_text(f"{names[0]} – {how}")
    expect(play).to_have_class(waits)
    page.locator(f'.press[value="{decision.options[1].touches[0]}"]').first.press("Enter")
    expect(text).to_have_text(f"{names[0]}, {names[1]}")
    expect(play).not_to_have_class(waits)


@pytest.mark.parametrize("key", ["turn_of_fate", "council_of_kings", "fate_foretold"])
def test_play_keeps_its_place_while_a_move_is_chosen(sign_in: SignIn, key: str) -> None:
    """On a phone a finger goes to where Play was; what can be pressed besides comes and goes above it."""
    game, asked = table_of(seated(all_games()[key].seats[0]), key, 8)
    page = sign_in(asked, viewport=SIZES["phone"])
    page.goto(game.get_absolute_url())
    play = page.locator("#plate .play")
    assert page.locator("#plate .let-go:visible").count() == 0
    places = [play.bounding_box()]
    while not page.locator("#answer input:checked").count():
        page.locator(":is(.hand, .cloth .lit, .verbs) .press[aria-pressed=false]:visible").first.dispatch_event("click")
        places.append(play.bounding_box())
    expect(page.locator("#plate .let-go")).to_be_visible()
    assert places[1:] == places[:1] * (len(places) - 1)


def test_cards_of_the_trick_are_seen_on_a_low_phone(sign_in: SignIn) -> None:
    game, asked = table_of(seated(3), "destined_to_fail", 8)
    page = sign_in(asked, viewport={"width": 360, "height": 640})
    page.goto(game.get_absolute_url())
    heights = page.locator(".centre .card").evaluate_all("cards => cards.map(card => card.getBoundingClientRect().height)")
    assert heights
    assert min(heights) > 44


def test_picked_card_leaves_its_neighbour_in_sight(sign_in: SignIn) -> None:
    """In a narrow fan a card lies over the one at its left; picking that one keeps the order, so that the other can be pressed, too."""
    game, asked = table_of(seated(3), "destined_to_fail", 4)
    page = sign_in(asked, viewport={"width": 360, "height": 640})
    page.goto(game.get_absolute_url())
    presses = page.locator(".hand .press")
    assert presses.count() > 2
    presses.first.dispatch_event("click")
    expect(page.locator(".hand .picked").first).to_be_visible()
    for press in presses.all()[1:]:
        box = press.bounding_box()
        assert box is not None
        on_top = "([x, y]) => document.elementFromPoint(x, y).closest('.pile').querySelector('.press').value"
        assert page.evaluate(on_top, [box["x"] + 8, box["y"] + box["height"] / 2]) == press.get_attribute("value")


def test_choice_from_the_list_is_played_there_on_a_phone(sign_in: SignIn) -> None:
    """The list lies over Play, so it has a button of its own, and closes with it."""
    game, asked = table_of(seated(2), "turn_of_fate", 6)
    page = sign_in(asked, viewport=SIZES["phone"])
    page.goto(game.get_absolute_url())
    form, before = open_choices(page), unanswered(page)
    play = form.get_by_role("button", name="Play", exact=True)
    play.click()
    expect(page.locator(".plate-title")).to_contain_text("First choose")
    expect(page.locator("#decision")).to_be_hidden()
    open_choices(page)
    form.locator("input[type=radio]").last.check()
    expect(play).to_be_in_viewport()
    play.click()
    expect(before).to_have_count(0)
    expect(page.locator("#decision > .close").locator("visible=true")).to_have_count(0)
    assert Move.objects.filter(game=game, seq__gte=game.seq).exists()
    page.set_viewport_size(SIZES["wide"])  # type: ignore[arg-type]
    expect(page.locator(".sheet-play").locator("visible=true")).to_have_count(0)


@pytest.mark.parametrize("width", [390, 820])
def test_a_card_that_cannot_be_chosen_shows_its_text_in_place_of_the_choices(sign_in: SignIn, width: int) -> None:
    """Few choices stand beside Play and hide the line below the question: the text of a card is read all the same."""
    game, _asked = table_of(seated(3), "destined_to_fail", 6)
    first = first_seat(game)
    put(game, every_question(all_games()["destined_to_fail"], 3)["give_trick (one)"])
    page = sign_in(first, viewport={"width": width, "height": 844})
    page.goto(game.get_absolute_url())
    expect(page.locator(".verbs .press")).to_have_count(2)
    for zone, words in (("trump", "still to come"), ("prophecy", "The Glory that this round brings you")):
        page.locator(f"#z-{zone} .card").first.click()
        expect(page.locator(".plate-text")).to_be_visible()
        expect(page.locator(".plate-text")).to_contain_text(words)
        expect(page.locator(".verbs")).to_be_hidden()
    page.locator(".let-go").click()
    expect(page.locator(".verbs")).to_be_visible()


def test_a_player_is_chosen_at_the_name_and_what_was_enlarged_closes_with_the_move(sign_in: SignIn) -> None:
    game, _asked = table_of(seated(3), "destined_to_fail", 6)
    first = first_seat(game)
    put(game, every_question(all_games()["destined_to_fail"], 3)["give_trick (one)"])
    page = sign_in(first, viewport=SIZES["phone"])
    page.goto(game.get_absolute_url())
    page.locator("#z-prophecy .zoom").click()
    enlarged, table = page.locator("#z-prophecy").bounding_box(), page.locator(".cloth").bounding_box()
    assert enlarged is not None
    assert table is not None
    assert enlarged["height"] > 0.9 * table["height"]
    page.locator("#z-prophecy > .close").click()
    page.locator("#who-1").click()
    expect(page.locator("#answer input[type=radio]:checked")).to_have_value("seat-2")
    page.evaluate("location.hash = '#seat-2'")
    press_play(page)
    expect(page.locator(".cloth :target")).to_have_count(0)
