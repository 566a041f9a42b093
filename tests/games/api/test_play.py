"""Tests of playing by API: views, answers with nth or If-Match, idempotency keys, undo, resigning, notes."""

from __future__ import annotations

import hashlib
from typing import Any

import orjson
import pytest

from games.api.base import shapes
from games.models import Game, KeptAnswer, Move, Player, Seat
from tests.games.api.conftest import Call
from tests.games.conftest import start
from tests.games.moves import asked, legal, play_out


@pytest.fixture
def table(alice: Player, bob: Player) -> Game:
    return start(alice, bob, rules="turn_of_fate")


def rows() -> list[Any]:
    return [list(model.objects.order_by("pk").values_list()) for model in (Game, Seat, Move, KeptAnswer)]


def whose(table: Game, call: Call) -> tuple[Any, Seat]:
    seat = asked(table)
    return call(seat.player), seat


def test_view_holds_everything_needed_to_answer(table: Game, call: Call) -> None:
    program, seat = whose(table, call)
    view = program.get(f"games/{table.code}/view").json()
    assert (view["viewer"], view["nth"], view["seq"]) == (seat.index, seat.nth, table.seq)
    assert view["game"]["my_turn"] is True
    assert [option["number"] for option in view["decision"]["options"]] == list(range(1, len(view["decision"]["options"]) + 1))
    assert view["decision"]["options"][0]["token"] in view["text"] or view["decision"]["options"][0]["label"] in view["text"]


def test_view_is_read_with_a_fixed_number_of_queries(table: Game, call: Call, django_assert_num_queries: Any) -> None:
    program, _seat = whose(table, call)
    program.get(f"games/{table.code}/view")
    with django_assert_num_queries(1):  # query: the token with the clock, the mark and the table
        program.get(f"games/{table.code}/view")


def test_view_that_has_not_changed_costs_one_small_query(game: Game, call: Call, django_assert_num_queries: Any) -> None:
    program, seat = whose(game, call)
    first = program.get(f"games/{game.code}/view")
    with django_assert_num_queries(1):  # query: the token with the clock, the mark and the table
        again = program.get(f"games/{game.code}/view")
    assert (again.content, again.headers["ETag"]) == (first.content, first.headers["ETag"])
    with django_assert_num_queries(1):
        assert program.get(f"games/{game.code}/view", **{"If-None-Match": first.headers["ETag"]}).status_code == 304
    program.post(f"games/{game.code}/moves", {"text": legal(game, seat), "nth": seat.nth})
    after = program.get(f"games/{game.code}/view")
    assert after.json()["seq"] > first.json()["seq"]
    assert program.get(f"games/{game.code}/view", **{"Accept-Language": "de"}).content != after.content


def test_answer_with_nth_is_a_move_by_api(table: Game, call: Call) -> None:
    program, seat = whose(table, call)
    text = legal(table, seat)
    answer = program.post(f"games/{table.code}/moves", {"text": text, "nth": seat.nth, "story": "By machine."})
    table.refresh_from_db()
    assert answer.status_code == 200
    asked_again = Seat.objects.get(pk=seat.pk).pending
    assert answer.json() == {"seq": table.seq, "final": True, "over": False, "my_turn": asked_again, "repeated": False, "heard": []}
    line = Move.objects.get(game=table, seat=seat.index, kind="answer", nth=seat.nth)
    assert (line.text, line.source, line.story, line.player_id) == (text, "api", "By machine.", seat.player_id)


def test_answer_reads_the_game_once(table: Game, call: Call, django_assert_num_queries: Any) -> None:
    program, seat = whose(table, call)
    text = legal(table, seat)
    program.get(f"games/{table.code}/view")
    with django_assert_num_queries(2):  # queries: the token with the clock and the game with its seats, the move
        assert program.post(f"games/{table.code}/moves", {"text": text, "nth": seat.nth}).status_code == 200


def test_answer_with_the_view_reads_the_game_once(table: Game, call: Call, django_assert_num_queries: Any) -> None:
    program, seat = whose(table, call)
    text = legal(table, seat)
    program.get(f"games/{table.code}/view")  # notes that the token is used
    with django_assert_num_queries(2):  # queries: the token with the clock and the table with its players, the move
        outcome = program.post(f"games/{table.code}/moves?include=view", {"text": text, "nth": seat.nth}).json()
    assert outcome["view"] == program.get(f"games/{table.code}/view").json()


def test_answer_without_any_condition_is_428(table: Game, call: Call) -> None:
    program, _seat = whose(table, call)
    before = rows()
    answer = program.post(f"games/{table.code}/moves", {"text": "1"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (428, "application/problem+json")
    assert rows() == before


def test_etag_is_304_until_something_changes_and_guards_the_answer(table: Game, call: Call) -> None:
    program, seat = whose(table, call)
    path = f"games/{table.code}/view"
    tag = program.get(path).headers["ETag"]
    assert program.get(path, **{"If-None-Match": tag}).status_code == 304
    text = legal(table, seat)
    assert program.post(f"games/{table.code}/moves", {"text": text}, **{"If-Match": tag}).status_code == 200
    assert program.get(path, **{"If-None-Match": tag}).status_code == 200
    before = rows()
    late = program.post(f"games/{table.code}/moves", {"text": text}, **{"If-Match": tag})
    assert (late.status_code, late.json()["code"]) == (412, "precondition_failed")
    assert rows() == before


@pytest.mark.parametrize("marked", ['W/{}"', '{}-gzip"', '{}-zstd"', '"other", {}"'])
def test_etag_that_a_proxy_has_marked_counts(table: Game, call: Call, marked: str) -> None:
    program, seat = whose(table, call)
    path = f"games/{table.code}/view"
    tag = marked.format(program.get(path).headers["ETag"].removesuffix('"'))
    assert program.get(path, **{"If-None-Match": tag}).status_code == 304
    assert program.post(f"games/{table.code}/moves", {"text": legal(table, seat)}, **{"If-Match": tag}).status_code == 200
    assert program.get(path, **{"If-None-Match": "*"}).status_code == 304


def test_if_match_star_is_true_and_names_no_question(table: Game, call: Call) -> None:
    program, seat = whose(table, call)
    path, any_view = f"games/{table.code}/moves", {"If-Match": " * "}
    nth, text = program.get(f"games/{table.code}/view").json()["nth"], legal(table, seat)
    assert program.post(path, {"text": text}, **any_view).status_code == 428
    assert program.post(path, {"text": text, "nth": nth}, **any_view).status_code == 200
    assert program.post(path, {"text": "no such move", "nth": nth}, **any_view).status_code == 409


@pytest.mark.parametrize("tag", ['""', '"other-0-0-000000000000000000000000"', '"a", "b"'])
def test_strange_if_match_is_412(table: Game, call: Call, tag: str) -> None:
    program, _seat = whose(table, call)
    assert program.post(f"games/{table.code}/moves", {"text": "1"}, **{"If-Match": tag}).status_code == 412


@pytest.mark.parametrize("pattern", ["{}", '"{}', '"other" "{}"', "*, *", ""])
def test_if_match_that_is_no_etag_is_400_because_412_would_be_repeated_for_ever(table: Game, call: Call, pattern: str) -> None:
    program, _seat = whose(table, call)
    tag = program.get(f"games/{table.code}/view").headers["ETag"].strip('"')
    refused = program.post(f"games/{table.code}/moves", {"text": "1"}, **{"If-Match": pattern.format(tag)})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_condition")
    assert "quotes" in refused.json()["detail"]


def test_same_key_gives_the_same_answer_and_one_move(table: Game, call: Call) -> None:
    program, seat = whose(table, call)
    body = {"text": legal(table, seat), "nth": seat.nth}
    first = program.post(f"games/{table.code}/moves", body, **{"Idempotency-Key": "k1"})
    before = rows()
    again = program.post(f"games/{table.code}/moves", body, **{"Idempotency-Key": "k1"})
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first.headers
    assert rows() == before


def test_same_key_for_another_request_is_refused(table: Game, call: Call) -> None:
    program, seat = whose(table, call)
    body = {"text": legal(table, seat), "nth": seat.nth}
    program.post(f"games/{table.code}/moves", body, **{"Idempotency-Key": "k1"})
    other = program.post(f"games/{table.code}/moves", body | {"story": "x"}, **{"Idempotency-Key": "k1"})
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")


def test_same_key_and_other_order_of_names_is_the_same_request(table: Game, call: Call) -> None:
    """Also for a request that was stored by a version that compared bytes."""
    program, seat = whose(table, call)
    body = {"text": legal(table, seat), "nth": seat.nth}
    turned = dict(reversed(body.items()))
    path, key = f"games/{table.code}/moves", {"Idempotency-Key": "k1"}
    first = program.post(path, turned, **key)
    again = program.post(path, body, **key)
    assert (again.headers["Idempotent-Replayed"], again.content) == ("true", first.content)
    facts = "\n".join(("POST", f"/api/v1/{path}", orjson.dumps(body).decode(), ""))
    KeptAnswer.objects.update(fingerprint=hashlib.sha256(facts.encode()).hexdigest())
    assert program.post(path, body, **key).headers["Idempotent-Replayed"] == "true"
    assert program.post(path, turned, **key).json()["code"] == "key_reused"


def test_refusal_is_not_kept_under_its_key(table: Game, call: Call) -> None:
    program, seat = whose(table, call)
    before = rows()
    refused = program.post(f"games/{table.code}/moves", {"text": "zzz", "nth": seat.nth}, **{"Idempotency-Key": "k1"})
    assert refused.status_code == 422
    assert rows() == before
    body = {"text": legal(table, seat), "nth": seat.nth}
    assert program.post(f"games/{table.code}/moves", body, **{"Idempotency-Key": "k1"}).status_code == 200


def test_rules_that_break_are_marked_even_under_a_key(table: Game, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    program, seat = whose(table, call)
    text = legal(table, seat)

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a fault in the rules")

    monkeypatch.setattr(type(table.book), "step", broken)
    answer = program.post(f"games/{table.code}/moves", {"text": text, "nth": seat.nth}, **{"Idempotency-Key": "k1"})
    table.refresh_from_db()
    assert (answer.status_code, answer.json()["code"]) == (409, "trouble")
    assert table.trouble


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({"text": "zzz qqq"}, 422, "unreadable"),
        ({"text": "999"}, 422, "illegal"),
        ({"text": "1", "nth": 77}, 409, "stale"),
        ({"text": 1}, 422, "invalid"),
        ({"text": "1", "nth": "0"}, 422, "invalid"),
        ({"text": "1", "nth": True}, 422, "invalid"),
        ({"text": "1", "nth": -1}, 422, "invalid"),
        ({"text": "1", "story": "x" * 601}, 422, "invalid"),
        ({"text": "1", "seat": 0}, 422, "invalid"),
        ({"text": "1\x07"}, 422, "refused"),
    ],
)
def test_refused_answer_is_a_problem_and_changes_nothing(table: Game, call: Call, body: dict[str, Any], status: int, kind: str) -> None:
    program, seat = whose(table, call)
    before = rows()
    answer = program.post(f"games/{table.code}/moves", {"nth": seat.nth, **body})
    assert (answer.status_code, answer.json()["type"].rpartition("#problem-")[2]) == (status, kind)
    assert answer.json()["request_id"] == answer.headers["X-Request-ID"]
    assert rows() == before


def test_unknown_field_is_named_by_a_pointer(table: Game, call: Call) -> None:
    program, _seat = whose(table, call)
    answer = program.post(f"games/{table.code}/moves", {"text": "1", "nth": 0, "a/b~c": 1}).json()
    assert [error["pointer"] for error in answer["errors"]] == ["#/a~1b~0c"]


def test_undo_takes_the_last_answer_back(call: Call, alice: Player, bob: Player, carol: Player) -> None:
    game = start(alice, bob, carol, rules="council_of_kings")
    for _ in range(60):
        seat = asked(game)
        program = call(seat.player)
        program.post(f"games/{game.code}/moves", {"text": legal(game, seat), "nth": seat.nth})
        view = program.get(f"games/{game.code}/view").json()
        if view["may_undo"]:
            break
    assert view["may_undo"], "no answer could be taken back: this test proves nothing"
    answer = program.post(f"games/{game.code}/undo", {"nth": view["nth"]})
    assert (answer.status_code, answer.json()) == (200, {"seq": view["seq"] + 1})
    position = program.get(f"games/{game.code}/positions/{view['seq'] + 1}").json()
    assert position["table"] == program.get(f"games/{game.code}/view").json()["table"]


def test_resigning_ends_a_game_of_two_and_repeats_are_refused(table: Game, call: Call, alice: Player) -> None:
    program = call(alice)
    assert program.post(f"games/{table.code}/resign", **{"Idempotency-Key": "bye"}).status_code == 200
    table.refresh_from_db()
    assert table.status == "finished"
    assert program.post(f"games/{table.code}/resign", **{"Idempotency-Key": "bye"}).status_code == 200
    assert program.code(f"games/{table.code}/resign") == "closed"


def test_notes_are_mine_alone(table: Game, call: Call, alice: Player, bob: Player) -> None:
    assert call(alice).send("put", f"games/{table.code}/notes", {"text": " bob bluffs "}).json() == {"text": "bob bluffs"}
    assert call(alice).get(f"games/{table.code}/notes").json() == {"text": "bob bluffs"}
    assert call(bob).get(f"games/{table.code}/notes").json() == {"text": ""}


def test_log_is_paged_and_told_in_words(table: Game, call: Call, alice: Player) -> None:
    play_out(table)
    program, after, seen = call(alice), 0, []
    while after is not None:
        page = program.get(f"games/{table.code}/log?after={after}&limit=5").json()
        seen += page["items"]
        after = page["next"]
    whole = program.get(f"games/{table.code}/log").json()
    assert seen == whole["items"]
    assert all(line["sentences"] or line["story"] for line in seen)


def test_export_is_for_finished_games_and_has_the_secret(table: Game, call: Call, alice: Player) -> None:
    program = call(alice)
    assert program.get(f"games/{table.code}/export").status_code == 409
    assert program.get(f"games/{table.code}/verification").json()["secret"] is None
    play_out(table)
    document = program.get(f"games/{table.code}/export").json()
    assert len(document["log"]) == table.seq
    assert document["verification"]["secret"] == bytes(table.secret).hex()


def test_order_is_left_by_its_example_and_withdrawn(call: Call, alice: Player, bob: Player, carol: Player) -> None:
    table = start(alice, bob, carol, rules="council_of_kings")
    program = call(next(seat.player for seat in table.seats.all() if not seat.pending))
    [offer, *_others] = program.get(f"games/{table.code}/orders").json()["offers"]
    left = program.post(f"games/{table.code}/orders", {"text": offer["example"]}).json()
    assert [(one["slot"], one["text"]) for one in left["standing"]] == [(offer["slot"], offer["example"])]
    assert program.send("delete", f"games/{table.code}/orders/{offer['slot']}").status_code == 204
    assert program.get(f"games/{table.code}/orders").json()["standing"] == []


def test_orders_before_the_start_and_after_the_end_are_an_empty_list(table: Game, call: Call, alice: Player) -> None:
    """The answer was 422: “This game takes no standing orders.”"""
    program = call(alice)
    code = program.post("games", {"rules": "council_of_kings", "seats": 3}).json()["code"]
    play_out(table)
    for one in (code, table.code):
        answer = program.get(f"games/{one}/orders")
        assert (answer.status_code, answer.json()) == (200, {"standing": [], "answers_at": None, "offers": []})


def test_outcome_holds_the_table_that_a_look_would_show(table: Game, call: Call) -> None:
    program, seat = whose(table, call)
    outcome = program.post(f"games/{table.code}/moves?include=view", {"text": legal(table, seat), "nth": seat.nth}).json()
    assert outcome.pop("view") == program.get(f"games/{table.code}/view").json()
    assert set(outcome) == {"seq", "final", "over", "my_turn", "repeated", "heard"}


def test_text_has_a_limited_number_of_commands(table: Game, call: Call) -> None:
    program, seat = whose(table, call)
    before, path = rows(), f"games/{table.code}/moves"
    refused = program.post(path, {"text": "note x\n" * 21, "nth": seat.nth})
    assert (refused.status_code, refused.json()["code"], rows()) == (422, "too_many_lines", before)
    assert len(program.post(path, {"text": "note x\n" * 20, "nth": seat.nth}).json()["heard"]) == 20


def test_note_of_a_table_is_one_line_of_plain_text(call: Call, alice: Player) -> None:
    made = call(alice).post("games", {"rules": "turn_of_fate", "seats": 2, "note": "Hi\r\nBcc: you\x1b[31m\u202e all"}).json()
    assert made["note"] == "Hi Bcc: you [31m all"


def test_view_after_a_move_needs_the_scope_of_the_view(table: Game, call: Call) -> None:
    seat = asked(table)
    assert seat.player is not None
    path, body = f"games/{table.code}/moves", {"text": legal(table, seat), "nth": seat.nth}
    program, before = call(seat.player, "game:play"), rows()
    refused = program.post(f"{path}?include=view", body)
    assert (refused.status_code, refused.json()["scope"], rows()) == (403, "game:read", before)
    assert program.post(path, body).status_code == 200


def test_repeated_answer_holds_the_table_of_now_and_is_kept_without_it(table: Game, call: Call) -> None:
    program, seat = whose(table, call)
    path, body = f"games/{table.code}/moves?include=view", {"text": legal(table, seat), "nth": seat.nth}
    first = program.post(path, body, **{"Idempotency-Key": "k1"}).json()
    assert "view" not in KeptAnswer.objects.get().body
    again = program.post(path, body, **{"Idempotency-Key": "k1"})
    assert (again.json(), again.headers["Idempotent-Replayed"]) == (first, "true")


@pytest.mark.parametrize("omit", [("scene",), ("text",), ("scene", "text")], ids=",".join)
def test_parts_that_are_left_out_are_not_computed(table: Game, call: Call, omit: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    program, seat = whose(table, call)
    query, empty = f"omit={','.join(omit)}", {name: {"scene": None, "text": ""}[name] for name in omit}
    whole = program.get(f"games/{table.code}/view").json()
    assert all(whole[name] for name in empty)
    for name in omit:
        monkeypatch.setattr(shapes, name, lambda *args: pytest.fail("computed"))
    assert program.get(f"games/{table.code}/view?{query}").json() == whole | empty
    outcome = program.post(f"games/{table.code}/moves?include=view&{query}", {"text": legal(table, seat), "nth": seat.nth}).json()
    monkeypatch.undo()
    assert outcome["view"] == program.get(f"games/{table.code}/view").json() | empty


def test_views_with_and_without_parts_have_etags_of_their_own(table: Game, call: Call) -> None:
    program, seat = whose(table, call)
    whole, small = (program.get(f"games/{table.code}/view{query}") for query in ("", "?omit=text"))
    assert whole.headers["ETag"] != small.headers["ETag"]
    assert program.get(f"games/{table.code}/view?omit=text", **{"If-None-Match": small.headers["ETag"]}).status_code == 304
    assert program.get(f"games/{table.code}/view?omit=text", **{"If-None-Match": whole.headers["ETag"]}).status_code == 200
    sent = program.post(f"games/{table.code}/moves", {"text": legal(table, seat)}, **{"If-Match": small.headers["ETag"]})
    assert sent.status_code == 200


@pytest.mark.parametrize("omit", ["decision", "scene,table", "", "scene,scene", "scene, text", "Scene"])
def test_part_that_cannot_be_left_out_is_400_and_names_those_that_can(table: Game, call: Call, omit: str) -> None:
    program, seat = whose(table, call)
    answers = [
        program.get(f"games/{table.code}/view?omit={omit}"),
        program.post(f"games/{table.code}/moves?include=view&omit={omit}", {"text": legal(table, seat), "nth": seat.nth}),
    ]
    for answer in answers:
        [fault] = answer.json()["errors"]
        assert (answer.status_code, answer.json()["code"], fault["parameter"]) == (400, "bad_parameter", "omit")
        assert "scene, text" in fault["detail"] or omit == "scene,scene"
    table.refresh_from_db()
    assert table.seats.get(index=seat.index).nth == seat.nth


def test_include_of_something_else_is_400(table: Game, call: Call) -> None:
    program, seat = whose(table, call)
    answer = program.post(f"games/{table.code}/moves?include=log&limit=2", {"text": "1", "nth": seat.nth})
    assert (answer.status_code, [it["parameter"] for it in answer.json()["errors"]]) == (400, ["include", "limit"])


def test_a_choice_that_is_a_no_elsewhere_is_one_answer(table: Game, call: Call, django_assert_num_queries: Any) -> None:
    """The token “pass” is an ordinary choice here: the game is read once and the text is not parsed line by line."""
    program, seat = whose(table, call)
    view = program.get(f"games/{table.code}/view").json()
    assert "pass" in [option["token"] for option in view["decision"]["options"]]
    with django_assert_num_queries(2):  # queries: the token with the clock and the table, the update
        answer = program.post(f"games/{table.code}/moves", {"text": "pass", "nth": seat.nth})
    assert (answer.status_code, answer.json()["heard"]) == (200, [])
    assert Move.objects.get(game=table, seat=seat.index, kind="answer", nth=seat.nth).text == "pass"


def test_words_that_may_be_a_no_are_late_like_any_answer(table: Game, call: Call) -> None:
    """“pass” is a choice of some questions: for a question that is closed it is stale, and not a "no" to another question."""
    program, seat = whose(table, call)
    played = legal(table, seat)
    program.post(f"games/{table.code}/moves", {"text": played, "nth": seat.nth})
    assert program.post(f"games/{table.code}/moves", {"text": played, "nth": seat.nth}).json()["repeated"] is True
    for late in {"pass", "no", "go"} - {played}:
        assert program.code(f"games/{table.code}/moves", {"text": late, "nth": seat.nth}) == "stale"


@pytest.mark.parametrize("text", ["rematch", "Revanche", "say good game\nrematch"])
def test_rematch_as_a_text_needs_the_scope_of_tables(table: Game, call: Call, text: str) -> None:
    player = whose(table, call)[1].player
    play_out(table)
    path, body = f"games/{table.code}/moves", {"text": text, "nth": 0}
    refused = call(player, "game:play").post(path, body)
    assert (refused.status_code, refused.json()["scope"]) == (403, "table:write")
    assert not Game.objects.filter(rematch_of=table).exists()
    assert call(player, "game:play", "table:write").post(path, body).status_code == 200
    assert Game.objects.filter(rematch_of=table).exists()
