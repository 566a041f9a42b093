"""Pure rules engines: the contract between games and callers, the session that drives a game, and one folder per game.

Modules below this folder import the standard library only. They read no clock, create no random generator and know no
names of people: random draws are answers of the seat `CHANCE`, and players are seat numbers from 0. The same inputs give
the same bytes.

Where to look: `contract` (the data types), `ask` (how a step asks questions), `session` (how answers are applied), `game` (the base class
of a game), `notation` (parsing what people type), `chance` (the verifiable shuffle), `scene` (what lies on the table), `playout`
(random games), `registry` (which games exist).
"""
