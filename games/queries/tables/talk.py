"""Table talk, page by page."""

from games.models import Game, Talk


def remarks(game: Game, *, before: int | None = None, limit: int) -> list[Talk]:
    """The latest remarks, or those before the one with the id `before`, newest first. One query."""
    rows = Talk.objects.filter(game=game).select_related("player").order_by("-id")
    return list((rows if before is None else rows.filter(pk__lt=before))[:limit])
