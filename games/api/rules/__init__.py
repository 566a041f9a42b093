"""Operations about the games that can be played."""
