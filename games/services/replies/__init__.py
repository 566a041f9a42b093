"""Playing by text: what people write in a reply, in the text box of a page, or through the API, line by line.

`understanding` says what a text asks for, `act` does it through the same doors as everything else.
"""

from games.services.replies.execution import act
from games.services.replies.results import Heard, Ledger, What
from games.services.replies.understanding import is_one_answer

__all__ = ["Heard", "Ledger", "What", "act", "is_one_answer"]
