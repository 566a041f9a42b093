"""Operations about people and API tokens."""
