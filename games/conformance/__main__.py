"""`python -m games.conformance KEY…` writes the golden transcripts of these games, without KEY those of all games."""

import sys

from games.conformance import golden
from games.rules.registry import all_games, versions

if __name__ == "__main__":
    for key in sys.argv[1:] or list(all_games()):
        for rules in versions(key):
            path = golden.path(rules)
            path.parent.mkdir(exist_ok=True)
            path.write_text(golden.transcript(rules), encoding="utf-8")
            print(f"wrote {path}")
