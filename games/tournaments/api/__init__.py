"""Operations of the API about tournaments."""
