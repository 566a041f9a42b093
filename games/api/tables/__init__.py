"""Operations on tables: find, announce, join, play, talk."""
