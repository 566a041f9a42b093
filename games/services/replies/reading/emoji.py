"""Replace emoji by words of choices' names: "⭐ 3" is the Star 3, never the third choice."""

from games.services.replies.reading.question import Question

_WORDS = {
    "star": "⭐🌟★☆✴✡🌠",
    "sun": "☀🌞☼🔆🌅🌄", "moon": "🌙🌛🌜🌝🌚🌕🌑🌒🌓🌔🌖🌗🌘☾☽", "orb": "🔮🌐⚽",
    "hands": "✋🖐🤚", "eyes": "👁👀",
    "heart": "❤♥💙💚💛🧡💜🖤💖",
    "mind": "🧠", "body": "💪", "soul": "👻", "aries": "♈🐏", "taurus": "♉🐂🐃",
    "gemini": "♊", "cancer": "♋🦀",
    "leo": "♌🦁", "virgo": "♍", "libra": "♎⚖", "scorpio": "♏🦂",
    "sagittarius": "♐🏹",
    "capricorn": "♑🐐", "aquarius": "♒🏺", "pisces": "♓🐟🐠",
    "tower": "🗼🏰", "devil": "😈👿", "death": "💀☠", "angel": "👼", "emperor": "🤴", "empress": "👸", "witch": "🧙", "dragon": "🐉🐲",
    "wheel": "🎡", "forest": "🌲🌳", "sea": "🌊", "crown": "👑", "cross": "✝", "waves": "🌊", "square": "⬛⬜◼◻🟥🟦",
    "left": "⬅👈", "right": "➡👉",
}  # fmt: skip
_STANDS_FOR = {picture: word for word, pictures in _WORDS.items() for picture in pictures}


def in_words(text: str, question: Question) -> str:
    """Return the text with emoji replaced by their words if a choice has these words; other emoji stay."""
    if text.isascii():
        return text
    return "".join(f" {word} " if (word := _STANDS_FOR.get(char)) and word in question.holders else char for char in text)
