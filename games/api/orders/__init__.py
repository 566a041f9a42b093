"""Operations on standing orders."""
