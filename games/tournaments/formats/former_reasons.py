"""Texts of pairing reasons from earlier versions. Stored pairings still use them, so the translation catalogues have to keep them."""

from games.rules.messages import msg

FORMER = (
    msg("An odd number plays: the lowest of the standings who had no bye yet has one."),
    msg("They meet again: nobody is left whom they have not met. Points {ours} and {theirs}."),
    msg("Both have {points} points and have not met."),
    msg("Points {ours} and {theirs}: the closest who have not met and whose roles fit."),
    msg("Equal points together, and as few as possible who sat together before."),
    msg("No table of the right size was left."),
    msg("Place {label} of the bracket: both came here by the net."),
)
