"""Pure engines: the contract, its driver, and one folder per game.

Nothing below this folder imports anything but the standard library. There is no clock, no random generator and no name of
a person in here: time does not exist, chance answers through the seat `CHANCE`, and people are seat numbers. The same
inputs give the same bytes.

Where to look: `contract` (the words), `ask` (how a step asks), `session` (how answers are fed), `game` (the base class of a game),
`notation` (reading what people type), `chance` (the provable shuffle), `scene` (what lies on the table), `playout`
(random play), `registry` (which games there are).
"""
