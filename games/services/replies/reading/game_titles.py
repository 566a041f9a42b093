"""The titles of all games in every language of the site, as folded words."""

from functools import cache

from django.conf import settings
from django.utils.translation.trans_real import translation

from games.rules.registry import all_games
from games.services.replies.reading.folding import words


@cache
def game_titles() -> frozenset[str]:
    """Return the titles of the installed games in all languages, folded: `wende des schicksals`."""
    catalogues = [translation(code) for code, _name in settings.LANGUAGES]
    return frozenset(" ".join(words(catalogue.gettext(game.title.text))) for game in all_games().values() for catalogue in catalogues)


def begins_title(text: str) -> bool:
    """Return whether the folded text is a title or the beginning of one."""
    return any(title.startswith(text) for title in game_titles())


def has_title(text: str) -> bool:
    """Return whether a title stands in the folded text, or at least its first two words are all of the text."""
    return any(f" {title} " in f" {text} " for title in game_titles()) or (" " in text and begins_title(text))
