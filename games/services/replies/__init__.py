"""Parse and execute free text from players: mail replies, the text box of a page, and the text field of the API.

`understanding` parses a text into parts (answers, commands, consents, words for others). `act` executes the parts one by one, through
the same services that the pages and the API call.
"""

from games.services.replies.execution import act
from games.services.replies.results import Heard, Ledger, PartHandler, What
from games.services.replies.understanding import has_rematch, is_one_answer

__all__ = ["Heard", "Ledger", "PartHandler", "What", "act", "has_rematch", "is_one_answer"]
