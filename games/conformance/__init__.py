"""The conformance kit: checks that every game must pass, for the games here and for those of other distributions (docs/games.md).

    @pytest.mark.parametrize("case", list(cases_of(GAME)), ids=str)
    @pytest.mark.parametrize("check", OF_CASES)
    def test_cases(check, case):
        check(case)

    @pytest.mark.parametrize("check", OF_GAMES)
    def test_game(check):
        check(GAME)

The checks need neither pytest nor a database. The transcript of a playout that fails is written to tests/failures/.
"""

from games.conformance.cases import Case, all_cases, cases_of, name_of
from games.conformance.checks import OF_CASES
from games.conformance.game_checks import OF_GAMES

__all__ = ["OF_CASES", "OF_GAMES", "Case", "all_cases", "cases_of", "name_of"]
