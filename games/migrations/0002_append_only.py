"""What happened stays as it was written: PostgreSQL itself refuses to change logs, ratings and audit events."""

from django.db import migrations

FORBID = """
CREATE FUNCTION games_move_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The log of a game is append-only: line % of game % cannot be changed.', OLD.seq, OLD.game_id;
END $$;
CREATE TRIGGER move_is_append_only BEFORE UPDATE OF game_id, seq, seat, nth, kind, text, source, story, at, events ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_move_is_append_only();
CREATE FUNCTION games_row_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Rows of % are append-only: number % cannot be changed.', TG_TABLE_NAME, OLD.id;
END $$;
CREATE TRIGGER rating_event_is_append_only BEFORE UPDATE OF game_id, player_id, rules, rank, replay, mu, sigma, at
    ON games_ratingevent FOR EACH ROW EXECUTE FUNCTION games_row_is_append_only();
CREATE TRIGGER audit_event_is_append_only BEFORE UPDATE OF at, action, subject, reason ON games_auditevent
    FOR EACH ROW EXECUTE FUNCTION games_row_is_append_only();
"""
ALLOW = """
DROP TRIGGER audit_event_is_append_only ON games_auditevent;
DROP TRIGGER rating_event_is_append_only ON games_ratingevent;
DROP FUNCTION games_row_is_append_only();
DROP TRIGGER move_is_append_only ON games_move;
DROP FUNCTION games_move_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunSQL(FORBID, ALLOW)]
