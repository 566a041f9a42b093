"""The texts of the question "play": prompt, labels, outcomes, and why a card of the hand cannot be played now."""

from games.rules.cards.decktet import DECKTET, SUITS
from games.rules.contract import Barred, Option, Seat
from games.rules.messages import Message, msg
from games.rules.turn_of_fate.board import AGORA, OWN, TEMPLE, TurnOfFateTable
from games.rules.turn_of_fate.cards import ACES
from games.rules.turn_of_fate.plays import PASS, Play, destination, legal_plays, moment_of_truth, read_play, wild_crown

DRAW_TWO = msg("You draw two Fates, if there are any for you.")
GOAL_WORDS = {
    OWN: msg("They join your Congregation."),
    AGORA: msg("They lose faith and go to the Agora."),
    TEMPLE: msg("They take vows in your Temple."),
}
STAYS = msg("They stay in your Congregation.")
MOMENT_WORDS = {
    "crown": msg("Moment of Truth, for a Crown:"),
    "ten": msg("Moment of Truth, for a ten:"),
    "ace": msg("Moment of Truth, for an Ace on your own:"),
}
NO_MATCH = msg("No Citizen's last card shares a suit with it.")
NO_ACE = msg("No suit in common with any Citizen's last card, and you hold no Ace to pay for playing it wild.")


def prompt(t: TurnOfFateTable, seat: Seat) -> Message:
    """The question, with the seat's temple, which the form shows nowhere else."""
    return msg("Your temple: {temple}. Play a Fate on a Citizen, or pass.", temple=SUITS[t.temples[seat]].name)


def card_name(card: str) -> Message:
    return DECKTET[card].name


def option(t: TurnOfFateTable, seat: Seat, token: str) -> Option:
    if token == PASS:
        return Option(PASS, msg("Pass: play nothing"), (), DRAW_TWO)
    play = read_play(token)
    return Option(token, play_label(play), tuple(card for card in play if card), _outcome(t, seat, play.fate, play.citizen))


def play_label(play: Play) -> Message:
    """A play in words: the Fate, the Citizen, and the Ace that is paid."""
    fate, citizen = card_name(play.fate), card_name(play.citizen)
    if play.ace:
        return msg("{fate} on {citizen}, for {ace}", fate=fate, citizen=citizen, ace=card_name(play.ace))
    return msg("{fate} on {citizen}", fate=fate, citizen=citizen)


def _outcome(t: TurnOfFateTable, seat: Seat, fate: str, citizen: str) -> Message:
    """Where the Citizen will go, and why it is a Moment of Truth."""
    place, last = next((place, stack[-1]) for place, stacks in t.in_play(seat) for stack in stacks if stack[0] == citizen)
    moment = moment_of_truth(fate, last, place)
    goal = destination(place, moment)
    went = STAYS if goal == place else GOAL_WORDS[goal]
    return msg("{moment} {goal}", moment=MOMENT_WORDS[moment], goal=went) if moment else went


def barred(t: TurnOfFateTable, seat: Seat) -> tuple[Barred, ...]:
    """The cards of the hand that no play uses now, neither as a Fate nor as the Ace that is paid."""
    plays = [read_play(token) for token in legal_plays(t, seat)]
    used = {card for play in plays for card in play}
    wild, has_ace = wild_crown(t, seat), any(card in ACES for card in t.hands[seat])
    return tuple(
        Barred((card,), NO_ACE if card == wild and not has_ace else NO_MATCH, "R13" if card == wild else "R22")
        for card in t.hands[seat]
        if card not in used
    )
