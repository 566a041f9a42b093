"""A player that looks ahead: it deals the hidden cards anew, as its own seat may believe them to lie, and plays on."""
