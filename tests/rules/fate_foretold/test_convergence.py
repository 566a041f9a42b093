"""Tests of Alignment and Convergence (scenarios 10 to 26, rulings 13 to 21, 37, 43, 46, 47)."""

from __future__ import annotations

from games.rules.fate_foretold.board import counts
from games.rules.fate_foretold.cards import SHIFT
from games.rules.fate_foretold.scene import scene
from games.rules.messages import plain
from tests.rules.fate_foretold.build import Play, play

BODY4 = "virgo aegis harvest"
"""Three Body cards; with the King's sigil that makes four."""
ALIGNED = "virgo aegis harvest tower"
"""Four Body cards; with the King's sigil the threshold of five."""


def count(game: Play, seat: int, suit: str) -> int:
    return counts(game.t, seat) >> SHIFT[suit] & 0xFF


def test_t10_fifth_card_of_a_suit_begins_a_convergence() -> None:
    game = play(3, F0=BODY4, H0="tower sun moon", N="star", lots={"stack": [2, 0, 1]}).say("tower")
    assert game.t.aligned[0] == ["body"]
    assert game.hand() == "star sun moon"  # shuffled
    view = game.session.view(0).table
    assert view["hand"] is None
    assert view["players"][0]["hand"] == 3


def test_t11_revealed_card_of_the_suit_wins_without_its_effect() -> None:
    game = play(3, F0=ALIGNED, F1="leo", H0="sun", N="strength").say("nest")
    result = game.session.result
    assert result is not None
    assert (result.winners, result.reason) == ((0,), "convergence")
    assert game.field(1) == "leo"
    assert game.happened("over") == [{"winners": [0], "reason": "convergence", "suit": "body", "card": "strength"}]


def test_t12_top_of_the_stack_may_be_revealed() -> None:
    game = play(3, F0=ALIGNED, H0="sun strength", N="moon").say("stack")
    assert game.session.result is not None
    assert game.session.result.winners == (0,)


def test_t13_r16_a_miss_is_played_and_convergence_goes_on() -> None:
    game = play(3, F0=ALIGNED, H0="sun", N="leo").say("nest")
    assert game.field() == ALIGNED + " leo"
    assert game.t.aligned[0] == ["body"]
    assert game.session.result is None


def test_t15_losing_a_card_ends_the_convergence_and_the_next_turn_is_normal() -> None:
    game = play(3, F0="virgo aegis harvest forge", H0="sun moon", H1="strength", active=1, N="star leo")
    game.say("strength", "forge", seat=1)
    assert game.t.aligned[0] == []
    game.say("draw", seat=2)
    assert game.kind() == "main"
    assert game.hand() == "sun moon sagittarius"  # three cards were drawn before: star, leo, aries


def test_t16_two_suits_reached_at_once_are_both_counted() -> None:
    game = play(3, F0="witch huntress architect metamorphosis", sigils="eight king queen", H0="sun")
    assert game.t.aligned[0] == ["body"]
    assert [count(game, 0, suit) for suit in ("heart", "mind", "body", "soul")] == [2, 2, 5, 1]


def test_t17_alignment_needs_no_sigil_of_the_suit() -> None:
    game = play(3, F0="aries leo chariot devil fool")
    assert game.t.aligned[0] == ["heart"]


def test_t18_r17_convergence_lost_in_its_own_turn_goes_to_the_end() -> None:
    game = play(3, F0="harvest tower forge strength", H0="sun moon", N="calamity").say("nest", "seat-1", "harvest tower")
    assert game.t.aligned[0] == []
    assert game.session.view(0).table["hand"] == ["sun", "moon"]
    assert game.t.active == 1


def test_t19_r36_draws_in_convergence_are_blind_and_wake_no_angel() -> None:
    game = play(3, F0=ALIGNED, H0="moon", H1="sun", active=1, N="star hermit leo angel").say("sun", seat=1)
    assert game.hand() == "moon angel"
    assert game.field() == ALIGNED
    assert game.own(0, "drawn") == []


def test_t21_third_eye_sees_a_stack_and_its_owner_draws_on_top() -> None:
    game = play(3, F1="leo chariot devil fool sagittarius", H0="third_eye", H1="sun moon", N="star hermit").say(
        "third_eye", "seat-2", "sun"
    )
    assert game.bottom() == "sun"
    assert game.hand(1) == "moon hermit"


def test_r39_a_looker_sees_a_stack_without_its_order() -> None:
    game = play(3, F1="leo chariot devil fool sagittarius", H0="third_eye", H1="sun moon hermit", N="star").say("third_eye", "seat-2")
    assert game.asked() == "hermit moon sun none"


def test_t22_discards_from_a_stack_come_from_its_bottom() -> None:
    game = play(3, F0=ALIGNED, H0="sun moon star hermit", F1="aries", active=2, N="fool").say("draw", seat=2)
    assert game.hand() == "moon star hermit"
    assert game.bottom() == "sun"


def test_t23_r43_jester_swaps_a_stack_with_a_hand() -> None:
    game = play(3, F1="leo chariot devil fool sagittarius", H0="jester hermit tower", H1="sun moon", N="star", lots={"stack": [2, 1, 0]})
    game.say("jester", "seat-1", "seat-2")
    assert game.hand(1).split()[:3] == ["star", "tower", "hermit"]  # shuffled on arrival
    assert game.session.view(0).table["hand"] == ["sun", "moon"]


def test_t25_r21_convergence_begins_before_the_effect_of_the_card() -> None:
    game = play(3, F0="virgo", H0="forge strength", N="leo", threshold=3).say("forge")
    assert game.t.aligned[0] == ["body"]
    assert game.field() == "virgo forge"
    assert game.t.active == 1


def test_t26_r13_nothing_to_reveal_skips_to_the_end() -> None:
    game = play(3, F0=ALIGNED, H1="sun", H2="moon", rest=False)
    assert game.happened("nothing_to_reveal") == [{"seat": 0}]
    assert game.t.active == 1


def test_r13_with_an_empty_nest_only_the_stack_is_left_and_taken_unasked() -> None:
    game = play(3, F0=ALIGNED, H0="strength", H1="sun", H2="moon", rest=False)
    assert game.session.result is not None


def test_r14_r15_convergence_begun_in_the_own_check_is_a_normal_turn_with_a_forced_draw() -> None:
    """Whisperer draws The Angel, the fifth Soul card; no question is asked, and the main step draws."""
    field = "cancer pisces hierophant whisperer"
    game = play(3, F0=field, sigils="queen nine knight", H0="sun", N="angel moon star")
    assert game.kind() == "whisper"
    game.say("draw")
    assert game.t.aligned[0] == ["soul"]
    assert game.hand() == "sun moon star"
    assert game.t.active == 1


def test_r15_convergence_begun_in_the_draw_step_leaves_only_the_draw() -> None:
    game = play(3, F0="cancer pisces hierophant", sigils="queen nine knight", H0="sun", N="angel moon")
    assert game.t.aligned[0] == ["soul"]
    assert game.hand() == "sun moon"
    assert game.t.active == 1


def test_r18_printed_suits_count_and_doppelganger_has_none() -> None:
    game = play(3, F0=ALIGNED, F1="forge", H0="sun", N="doppelganger").say("nest")
    assert game.session.result is None
    assert game.kind() == "copy"


def test_r19_a_card_played_by_metamorphosis_does_not_win() -> None:
    """The revealed Metamorphosis (Mind and Body) misses Heart; the Heart card it plays is only played."""
    field = "leo chariot devil fool sagittarius"
    game = play(3, F0=field, sigils="ten nine eight", H0="sun", N="metamorphosis aries hermit").say("nest", "leo")
    assert game.session.result is None
    assert "aries" in game.field().split()


def test_r20_two_alignments_and_either_wins() -> None:
    game = play(3, F0="witch huntress alchemist jester sun phoenix virgo aegis", sigils="knight nine eight", H0="hermit", N="temperance")
    assert game.t.aligned[0] == ["heart", "body"]
    game.say("nest")
    assert game.happened("over")[0]["suit"] == "body"


def test_r20_convergence_ends_only_when_both_are_lost() -> None:
    field = "witch huntress alchemist jester sun phoenix virgo aegis"
    game = play(3, F0=field, sigils="knight nine eight", H1="strength", active=1, N="leo").say("strength", "aegis", seat=1)
    assert game.t.aligned[0] == ["heart"]
    assert game.happened("aligned") == [{"seat": 0, "suits": ["heart"]}]


def test_r21_convergence_may_end_and_begin_within_a_turn() -> None:
    game = play(3, F0=ALIGNED, H0="sun moon", H1="labyrinth", active=1, N="star").say("labyrinth", "tower", seat=1)
    assert game.t.aligned[0] == []
    assert game.happened("converged_no_more") == [{"seat": 0}]
    assert game.hand() == "sun moon tower"


def test_r37_a_stack_offers_no_choice_to_its_owner() -> None:
    for card in ("empress", "alchemist", "dreamer", "chariot"):
        game = play(3, F0=ALIGNED, H0="sun moon", N=card).say("nest")
        assert game.session.question(0) is None, card
        assert game.t.active == 1


def test_t68_r46_scorpio_bars_new_alignment_to_mind() -> None:
    game = play(3, F0="gemini magician hermit", F1="scorpio")
    assert game.t.aligned[0] == []
    assert count(game, 0, "mind") == 5


def test_t68_sco1_alignment_to_mind_before_scorpio_stays_and_wins() -> None:
    game = play(3, F0="gemini magician labyrinth", H0="sun", H1="scorpio", active=1, N="leo").say("scorpio", seat=1)
    assert game.t.aligned[0] == ["mind"]
    game.say("draw", seat=2)
    game.t.nest.insert(0, "whisperer")
    game.say("nest")
    assert game.session.result is not None
    assert game.session.result.winners == (0,)


def test_r46_mind_may_be_entered_when_scorpio_leaves() -> None:
    game = play(3, F0="gemini magician labyrinth", F1="scorpio", H0="strength", N="leo").say("strength")
    assert game.t.aligned[0] == ["mind"]


def test_r47_t43_gemini_counts_twice_also_when_copied() -> None:
    game = play(3, F0="doppelganger", F1="gemini", tokens={"doppelganger_token": "gemini"})
    assert count(game, 0, "mind") == 1 + 2


def test_speed_run_lowers_the_threshold_only() -> None:
    assert play(3, F0="virgo aegis", threshold=3).t.aligned[0] == ["body"]
    assert play(3, F0="virgo aegis", threshold=4).t.aligned[0] == []
    assert play(3, F0=BODY4, threshold=4).t.aligned[0] == ["body"]


def test_convergence_is_marked_at_the_seat_and_the_question_says_what_wins() -> None:
    game = play(3, F0=ALIGNED, H0="sun", N="leo")
    decision = game.session.decision(0)
    assert decision is not None
    assert plain(decision.prompt) == "You are in Convergence. Which card do you reveal and play? You win if it is Body."
    for viewer in (None, 0, 1):
        fields = {zone.id: zone.badges for zone in scene(game.session.view(viewer)).zones if zone.id.startswith("field-")}
        assert [plain(badge) for badge in fields["field-0"]] == ["Convergence: Body"]
        assert not fields["field-1"]


def test_drawing_instead_of_playing_says_that_the_turn_ends() -> None:
    decision = play(3, H0="sun", N="leo star").session.decision(0)
    assert decision is not None
    outcomes = {option.token: option.outcome for option in decision.options}
    assert outcomes["draw"] is not None
    assert plain(outcomes["draw"]) == "You draw instead of playing a card; your turn is over then."
