"""The log is append-only: PostgreSQL itself refuses to change what a line says."""

from django.db import migrations

FORBID = """
CREATE FUNCTION games_move_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The log of a game is append-only: line % of game % cannot be changed.', OLD.seq, OLD.game_id;
END $$;
CREATE TRIGGER move_is_append_only BEFORE UPDATE OF game_id, seq, seat, nth, kind, text, source, story, at, events ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_move_is_append_only();
"""
ALLOW = """
DROP TRIGGER move_is_append_only ON games_move;
DROP FUNCTION games_move_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunSQL(FORBID, ALLOW)]
