"""A default to which a landed migration refers by this path. The models are in `games.tournaments.models`."""


def usual_order() -> list[str]:
    """The tie-breaks of an announcement that names none: `USUAL_ORDER` of `games.tournaments.formats.standings`."""
    return ["DE", "BH-C1", "BH", "SB", "WIN", "score_difference"]
