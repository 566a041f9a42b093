"""A trick: lead, follow, resolve, and what a trump card adds afterwards (specification §4.3).

Each card played is a step of its own. It reveals hidden information, so it could not be taken back in any case, and between
two steps the table is plain data.
"""

from games.rules.ask import Question, ask, ask_all, pick
from games.rules.contract import Barred, Seat
from games.rules.destined_to_fail.cards import NO_SUIT, ORB, SUIT, TRICKS, distinct
from games.rules.destined_to_fail.effects import best_place, with_follow, with_lead
from games.rules.destined_to_fail.glory import check_end
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trumps import trump_of
from games.rules.destined_to_fail.words import CARD_NAMES, FORETELL, SEAT_TOKENS, SUIT_NAMES, foretold, from_hand, in_hand, to_seat
from games.rules.messages import Message, Who, msg


async def lead(t: Destiny) -> None:
    """R13: the leader may play any card. R30: under Echoes of the Future the declaration is part of the same answer."""
    trump, faces = trump_of(t), distinct(t.hands[t.leader])
    if trump.foretells:
        tokens = [f"{word}:{face}" for word in FORETELL for face in faces]
        prompt = msg("You lead trick {n}: foretell whether you will win or lose it, and play a card.", n=t.trick_no)
        question = pick(t.leader, "lead", tokens, prompt=prompt, say=lambda token: with_lead(foretold(token), t), rule=trump.rule)
    else:
        prompt = msg("You lead trick {n}: play any card.", n=t.trick_no)
        question = pick(t.leader, "lead", faces, prompt=prompt, say=lambda face: with_lead(from_hand(face), t), rule="R13")
    t.declared, _, face = (await ask(question, auto=t.auto)).rpartition(":")
    t.lose_card(t.leader, face)
    t.plays.append(face)
    t.log("led", reveals=True, seat=t.leader, card=face, trick=t.trick_no, declared=t.declared)
    t.phase = "follow"


async def follow(t: Destiny) -> None:
    """The next seat plays; under Absolute Chaos all followers at once; with the setting of R47 all followers choose first."""
    if trump_of(t).face_down:
        await _follow_hidden(t)
    elif chooses_together(t):
        answers = await ask_all([follow_question(t, seat, "follow_hidden") for seat in still_to_follow(t)], auto=t.auto)
        t.chosen, t.anew = [answers.get(seat, "") for seat in t.all_seats], False
    elif t.chosen:
        seat = next_to_follow(t)
        face, t.chosen[seat] = t.chosen[seat], ""
        _lay_out(t, seat, face)
        t.anew = _reopens_choices(t, face) and any(t.chosen)
    else:
        seat = next_to_follow(t)
        _lay_out(t, seat, await ask(follow_question(t, seat, "follow"), auto=t.auto))
    if len(t.plays) == t.seats:
        t.phase, t.chosen = "resolve", []


def chooses_together(t: Destiny) -> bool:
    """R47: whether all seats that are still to follow are asked for a card now, in secret."""
    return t.together and not trump_of(t).face_down and (t.anew or not t.chosen)


def _reopens_choices(t: Destiny, face: str) -> bool:
    """R47: after an Orb, or a trump where another suit was led, the seats that play later choose anew."""
    trump = trump_of(t).trump_suit
    return face == ORB or (SUIT[face] == trump and t.led_suit not in (trump, NO_SUIT))


async def _follow_hidden(t: Destiny) -> None:
    """R35: all play face down; the cards are laid out clockwise from the leader when the last one is in."""
    followers = still_to_follow(t)
    faces = await ask_all([follow_question(t, seat, "follow_hidden") for seat in followers], auto=t.auto)
    for seat in followers:
        _lay_out(t, seat, faces[seat])


def _lay_out(t: Destiny, seat: Seat, face: str) -> None:
    t.lose_card(seat, face)
    t.plays.append(face)
    t.log("followed", reveals=True, seat=seat, card=face)


def next_to_follow(t: Destiny) -> Seat:
    """The seat that plays next in a trick that has been led."""
    return (t.leader + len(t.plays)) % t.seats


def still_to_follow(t: Destiny) -> list[Seat]:
    """The seats that have not played to the trick, in play order."""
    return t.others(t.leader)[len(t.plays) - 1 :]


def legal_faces(t: Destiny, seat: Seat) -> list[str]:
    """What a follower may play: the led suit or an Orb where the hand has the suit, else anything (R11, R14)."""
    faces, led = distinct(t.hands[seat]), t.led_suit
    if led == NO_SUIT or not trump_of(t).must_follow or not any(SUIT[face] == led for face in faces):
        return faces
    return [face for face in faces if SUIT[face] == led or face == ORB]


def follow_question(t: Destiny, seat: Seat, kind: str) -> Question:
    """The question for a follower's card; cards that do not follow suit are barred with the reason."""
    legal = legal_faces(t, seat)

    def barred() -> list[Barred]:
        reason = msg("You hold {suit}: follow suit or play an Orb.", suit=SUIT_NAMES[t.led_suit]) if t.led_suit else Message("")
        return [Barred((in_hand(face),), reason, "R14") for face in distinct(t.hands[seat]) if face not in legal]

    rule = "R35" if trump_of(t).face_down else "R47" if t.together else "R14"
    return pick(seat, kind, legal, prompt=_prompt(t, seat), say=lambda face: with_follow(from_hand(face), t), rule=rule, barred=barred)


def _prompt(t: Destiny, seat: Seat) -> Message:
    n, who, led = t.trick_no, Who(t.leader), CARD_NAMES[t.plays[0]]
    if t.anew:
        last, chosen = CARD_NAMES[t.plays[-1]], CARD_NAMES[t.chosen[seat]]
        return msg("Trick {n}: {card} was played. You had chosen {chosen}; which card do you choose now?", n=n, card=last, chosen=chosen)
    if chooses_together(t):
        return msg("Trick {n}: {who} led {card}. Choose a card; all others choose theirs now, too.", n=n, who=who, card=led)
    return msg("Trick {n}: {who} led {card}. Play a card.", n=n, who=who, card=led)


async def resolve(t: Destiny) -> None:
    """R18: the powers of the winning card, the gift, the count of the trick, the declaration, in this order."""
    place = best_place(t.plays, t)
    taker, face = (t.leader + place) % t.seats, t.plays[place]
    t.log("taken", seat=taker, card=face, trick=t.trick_no)
    await _hands_of_fate(t, taker, face)
    await trump_of(t).taken(t, taker, face)
    winner = await _eyes_of_destiny(t, taker, face)
    t.tricks_won[winner] += 1
    t.tricks.append({"leader": t.leader, "cards": t.plays, "taker": taker, "winner": winner, "declared": t.declared})
    t.plays = []
    await trump_of(t).credited(t, winner)
    t.declared = ""
    if trump_of(t).acts_between:
        t.phase = "between"
    else:
        end_trick(t)


async def _hands_of_fate(t: Destiny, taker: Seat, face: str) -> None:
    """R17: Glory for the taker if the winning card is a Hands of Fate; a gift of the trick does not change that."""
    if SUIT[face] == "hands":
        gained = trump_of(t).hands_glory
        t.glory[taker] += gained
        t.log("hands", seat=taker, gained=gained, glory=t.glory[taker])
        await check_end(t)


async def _eyes_of_destiny(t: Destiny, taker: Seat, face: str) -> Seat:
    """R15: a taker with Eyes gives the trick to another seat. Returns the winner: that seat, or the taker."""
    if SUIT[face] != "eyes" or not trump_of(t).eyes_give:
        return taker
    tokens = [SEAT_TOKENS[seat] for seat in t.others(taker)]
    prompt = msg("You took the trick with {card} and must give it away: to whom?", card=CARD_NAMES[face])
    question = pick(taker, "give_trick", tokens, prompt=prompt, say=to_seat, rule="R15")
    token = await ask(question, auto=True)  # between two players there is nothing to choose
    winner = SEAT_TOKENS.index(token)
    t.log("given", seat=taker, to=winner)
    return winner


async def between(t: Destiny) -> None:
    """The choice after a trick, where the trump card has one; then the next trick."""
    await trump_of(t).between(t, t.tricks[-1]["winner"])
    end_trick(t)


def end_trick(t: Destiny) -> None:
    """The winner leads the next trick; after five the round is scored."""
    t.leader = t.tricks[-1]["winner"]
    if len(t.tricks) == TRICKS:
        t.phase = "score"
        return
    t.trick_no += 1
    t.phase = "lead"
