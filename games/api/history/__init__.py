"""Operations about what happened: the log, exports, finished games."""
