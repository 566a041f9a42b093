"""A digest of the rows from which the standings are computed, as the key of their cache."""

from games.models.rows import rows

RESULTS = """
SELECT md5(ROW(t,
    (SELECT array_agg(ROW(e.seed, e.withdrawn, e.left_round, e.rests) ORDER BY e.seed)
     FROM games_entry e WHERE e.tournament_id = t.id AND e.seed IS NOT NULL),
    (SELECT array_agg(ROW(p, r.number, g.result, s.result) ORDER BY p.id)
     FROM games_pairing p JOIN games_round r ON r.id = p.round_id
     LEFT JOIN games_game g ON g.id = p.game_id LEFT JOIN games_game s ON s.id = p.second_id WHERE r.tournament_id = t.id)
)::text)
FROM games_tournament t WHERE t.id = %s
"""


def results_mark(tournament_id: int) -> str:
    """The digest for a tournament; "" if there is no such tournament. One query."""
    found = rows(RESULTS, [tournament_id])
    return found[0][0] if found else ""
