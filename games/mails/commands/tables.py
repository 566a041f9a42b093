"""Create a table by mail, invite to it, join one."""

import re
from typing import Any

from django.utils.translation import gettext as _, ngettext

from games.mails import table_words
from games.mails.commands import listing
from games.mails.commands.naming import split_game
from games.mails.commands.wish import Outcome, Wish
from games.models import Game, Player
from games.models.player import name_key
from games.queries.tables.table import NoSuchTable, look_at
from games.render.reader import reader_for
from games.render.words import said
from games.rules.game import Game as Rules
from games.rules.messages import msg
from games.rules.registry import all_games
from games.services.clocks.pace import DEFAULT_PRESET, PRESETS
from games.services.errors import Refused
from games.services.people import guests
from games.services.tables import invitations, lobby

BOT = frozenset("bot bots computer computers robot robots roboter ordinateur ordinateurs".split())  # noqa: SIM905
MYSELF = frozenset("me myself i just only alone ich mich nur allein moi seul seule juste".split())  # noqa: SIM905
BESIDE = frozenset("a an the ein eine einen einem un une le la please pls bitte svp stp game spiel partie".split())  # noqa: SIM905
"""Words beside the name of a person or the word bot that change nothing."""

COUNT = {"two": 2, "zwei": 2, "deux": 2, "three": 3, "drei": 3, "trois": 3, "four": 4, "vier": 4, "quatre": 4}
ANYBODY = frozenset("open public anybody anyone everybody offen öffentlich alle jeder ouvert public tous".split())  # noqa: SIM905
_SPLIT = re.compile(r"[,;\n]|\s(?:and|und|et|with|mit|avec|against|gegen|contre|&)\s", re.IGNORECASE)
_WITH = re.compile(r"^(?:with|mit|avec|against|gegen|contre)\s+", re.IGNORECASE)


def new(wish: Wish) -> Outcome:
    """`new turn of fate with ada@example.org, bot`; what is missing is asked for."""
    book, people = split_game(wish.argument, wish.player.language)
    if book is None:
        return _which_game(wish, people if _WITH.match(people) else "")
    return with_players(wish, book, people)


def with_players(wish: Wish, book: Rules[Any], people: str) -> Outcome:
    """Announce the table and invite; asks for players where none are named."""
    named = [part for part in map(_part, _SPLIT.split(f" {people}")) if part and not MYSELF.issuperset(part.casefold().split())]
    title = said(book.title, reader_for([], wish.player.language))
    if not named:
        words = _("Who plays %(game)s with you? Reply with addresses, the names of people you have played with, bot, or open.")
        return Outcome([words % {"game": title}], ask={"do": "players", "rules": book.key})
    anybody = any(part.casefold() in ANYBODY for part in named)
    bots = sum(map(_bots, named))
    invited = [part for part in named if part.casefold() not in ANYBODY and not _bots(part)]
    people_known = [_person(wish.player, part) for part in invited if "@" not in part]
    seats = _seats(book, 1 + bots + len(invited) + (1 if anybody and not invited and not bots else 0))
    table = _made_before(wish, book) or lobby.create(
        wish.player,
        book.key,
        seats,
        now=wish.now,
        pace=PRESETS[DEFAULT_PRESET],
        visibility=Game.Visibility.PUBLIC if anybody else Game.Visibility.PRIVATE,
    )
    for address in (part for part in invited if "@" in part):
        guests.invite(table, wish.player, address, now=wish.now)
    invitations.invite(table, wish.player, people_known)
    for _bot in range(bots if not table.seats.filter(is_bot=True).exists() else 0):
        lobby.seat_bot(table, wish.player, now=wish.now)
    return Outcome(_announced(table, title, invited), changed=True)


def invite(wish: Wish) -> Outcome:
    """Invite an address, or a player one has played with, to the current table or the host's newest open one."""
    waiting = Game.objects.filter(host=wish.player, status=Game.Status.OPEN)
    table = (waiting.filter(pk=wish.game.pk).first() if wish.game is not None else None) or waiting.order_by("-pk").first()
    if table is None:
        raise Refused(msg("None of your tables is waiting for players. Write new to create one."), code="not_open")
    if not wish.argument:
        raise Refused(msg("Whom? Write for example: invite ada@example.org."), code="bad_address")
    whom = wish.argument.strip("<>. ")
    if "@" in whom:
        guests.invite(table, wish.player, whom, now=wish.now)
    else:
        invitations.invite(table, wish.player, [_person(wish.player, whom)])
    title = said(table.title, reader_for([], wish.player.language))
    facts = {"whom": whom, "game": title, "code": table.code}
    return Outcome([_("%(whom)s has been invited to %(game)s [%(code)s].") % facts], changed=True)


def join(wish: Wish) -> Outcome:
    """`join k7mqx2pd` takes a seat at that table, if the player may see it; without a code the open tables are listed."""
    if not wish.argument:
        return listing.open_tables(wish)
    code = wish.argument.strip("[]. ").casefold()
    try:
        look_at(code, wish.player)
    except NoSuchTable:
        raise Refused(msg("There is no table with the code {code} that you can join.", code=code[:20]), code="no_such_game") from None
    return sit(wish.player, code, wish)


def sit(player: Player, code: str, wish: Wish) -> Outcome:
    """Take a seat at a table from the list of open ones."""
    table = Game.objects.filter(code=code).first()
    if table is None:
        raise Refused(msg("This table is no longer looking for players."), code="not_open")
    lobby.take_seat(table, player, now=wish.now)
    table.refresh_from_db()
    if table.status == Game.Status.OPEN:
        return Outcome([_("You have a seat. We will notify you when it is your turn.")], changed=True)
    return Outcome([_("You have a seat, and the game has started. %(link)s") % {"link": table_words.table_link(table)}], changed=True)


def _which_game(wish: Wish, people: str) -> Outcome:
    """Ask for the game; `people` are kept for the answer."""
    reader = reader_for([], wish.player.language)
    books = list(all_games().values())
    words = [f"{number}) {said(book.title, reader)} ({_players(book)})" for number, book in enumerate(books, start=1)]
    asked = _("Which game? Reply with its number, or for example: new %(game)s with ada@example.org")
    first = said(books[0].title, reader)
    unknown = [_("There is no game called “%(name)s”.") % {"name": wish.argument[:40]}] if wish.argument and not people else []
    return Outcome([*unknown, *words, asked % {"game": first}], ask={"do": "new", "rules": [book.key for book in books], "people": people})


def _players(book: Rules[Any]) -> str:
    least, most = min(book.seats), max(book.seats)
    if least == most:
        return ngettext("%(count)d player", "%(count)d players", most) % {"count": most}
    return _("%(least)d to %(most)d players") % {"least": least, "most": most}


def _seats(book: Rules[Any], wanted: int) -> int:
    """The wanted number of seats, or the fewest that the game supports. Raises `Refused` for too many."""
    if wanted > max(book.seats):
        raise Refused(msg("{game} is for {most} players at most.", game=book.title, most=max(book.seats)), code="too_many_players")
    return max(wanted, min(book.seats))


def _person(player: Player, name: str) -> Player:
    """A player with whom this player has shared a table."""
    met = Player.objects.filter(tenures__seat__game__seats__tenures__player=player, name_key=name_key(name), is_bot=False, is_active=True)
    found = met.exclude(pk=player.pk).distinct().first()
    if found is None:
        text = msg("You have not played with anybody called “{name}”. Please write the address instead.", name=name[:40])
        raise Refused(text, code="no_such_name")
    return found


def _made_before(wish: Wish, book: Rules[Any]) -> Game | None:
    """The table that an earlier attempt created."""
    if not wish.again:
        return None
    return Game.objects.filter(host=wish.player, rules=book.key, created_at__gte=wish.since).order_by("-pk").first()


def _part(piece: str) -> str:
    """A piece of a list of people without "with" and courtesies."""
    words = _WITH.sub("", piece.strip()).strip(" .!").split()
    while words and words[-1].casefold() in BESIDE:
        words.pop()
    while len(words) > 1 and words[0].casefold() in BESIDE:
        words.pop(0)
    return " ".join(words)


def _bots(part: str) -> int:
    """The number of bots that a part asks for: "bot", "2 bots", "zwei Computer"; 0 for a person."""
    *count, last = part.casefold().split()
    if last not in BOT or len(count) > 1:
        return 0
    if not count:
        return 1
    return COUNT.get(count[0], int(count[0]) if count[0] in "123456" else 0)


def _announced(table: Game, title: str, invited: list[str]) -> list[str]:
    table.refresh_from_db()
    facts = {"game": title, "code": table.code, "link": table_words.table_link(table)}
    if table.status == Game.Status.ACTIVE:
        return [_("Your table of %(game)s [%(code)s] is full, and the game has started. %(link)s") % facts]
    return [
        _("Your table of %(game)s [%(code)s] is waiting for players. The game starts when every seat is taken. %(link)s") % facts,
        *([_("Invited: %(people)s") % {"people": ", ".join(invited)}] if invited else []),
        _("To invite someone else, reply: invite ADDRESS"),
    ]
