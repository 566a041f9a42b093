"""Values of JSON columns that no reader could use are refused by the database (docs/decisions/0272-shapes-of-stored-json.md).

A value that is refused and is there already is kept in the audit log, in parts of 280 characters, and replaced by the default of its
column; a running game is stopped for an operator. Each statement is a transaction of its own and can be repeated.
"""

from collections.abc import Iterator

from django.db import migrations

OBJECT = "jsonb_typeof({0}) = 'object'"
ARRAY = "jsonb_typeof({0}) = 'array'"
NUMBERS = """NOT {0} @? 'strict $[*] ? (@.type() != "number")'"""
TEXTS = """NOT {0} @? 'strict $[*] ? (@.type() != "string")'"""
MOMENT = r'like_regex "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d"'


def every(column: str, element: str) -> str:
    """The column is an array whose elements all satisfy this predicate; strict, because lax paths take an array for its elements."""
    return f"NOT {column} @? 'strict $[*] ? (!({element}) || ({element}) is unknown)'"


CARRIED = every("carried", '@.version.type() == "number" && @.upto.type() == "number" && @.options.type() == "object"')
PAUSES = every(
    "pauses", f'@.type() == "array" && @.size() == 3 && @[0] {MOMENT} && (@[1] == null || @[1] {MOMENT}) && @[2].type() == "string"'
)
PROPOSAL = """proposal @? 'strict $ ? (@.days.type() == "number" && @.why.type() == "string" && @.by.type() == "number"
    && @.yes.type() == "array" && !exists(@.yes[*] ? (@.type() != "number")))'"""
RESULT = """jsonb_path_exists(result, 'strict $ ? (@.reason.type() == "string"
    && @.ranks.size() == $seats && !exists(@.ranks[*] ? (@.type() != "number"))
    && @.scores.size() == $seats && !exists(@.scores[*] ? (@.type() != "number" && @ != null)))',
    jsonb_build_object('seats', seat_count))"""
ORDERS = """NOT orders @? 'strict $.* ? (@.type() != "string")'"""
HELD = """held_answer @? 'strict $ ? (@.nth.type() == "number" && @.text.type() == "string" && @.said.type() == "string"
    && @.story.type() == "string" && @.player.type() == "number")'"""
QUIET = """coalesce(personal->'quiet', 'null') @? 'strict $ ? (@ == null
    || @.size() == 2 && @[0].type() == "number" && @[1].type() == "number")'"""
PERSONAL = " AND ".join(
    (
        OBJECT.format("personal"),
        QUIET,
        NUMBERS.format("coalesce(personal->'days_off', '[]')"),
        NUMBERS.format("coalesce(personal->'leads', '[]')"),
        every("coalesce(personal->'absences', '[]')", f'@.type() == "array" && @.size() == 2 && @[0] {MOMENT} && @[1] {MOMENT}'),
    )
)
APART = every("forbidden", '@.type() == "array" && @.size() == 2')

SHAPES = {  # table: column: condition, replacement
    "games_game": {
        "carried": (CARRIED, "'[]'"),
        "options": (OBJECT, "'{}'"),
        "pace": (OBJECT, """'{"kind": "none"}'"""),
        "pauses": (PAUSES, "'[]'"),
        "ladder": (OBJECT, "'{}'"),
        "proposal": (PROPOSAL, "NULL"),
        "waiting": (NUMBERS, "'[]'"),
        "result": (RESULT, "NULL"),
    },
    "games_seat": {"orders": (ORDERS, "'{}'"), "held_answer": (HELD, "NULL")},
    "games_player": {"personal": (PERSONAL, "'{}'")},
    "games_tournament": {
        "options": (OBJECT, "'{}'"),
        "pace": (OBJECT, """'{"kind": "none"}'"""),
        "tie_breaks": (TEXTS, "'[]'"),
        "forbidden": (APART, "'[]'"),
    },
    "games_entry": {"rests": (NUMBERS, "'[]'")},
    "games_pairing": {"seats": (NUMBERS, "'[]'"), "params": (OBJECT, "'{}'"), "ruled": (OBJECT, "NULL"), "present": (NUMBERS, "'[]'")},
    "games_ruling": {"facts": (OBJECT, "'{}'")},
    "games_review": {"judged": (ARRAY, "'[]'")},
    "games_apitoken": {"scopes": (TEXTS, "'[]'")},
}
KEPT = """
WITH bad AS (SELECT id, {column} AS value FROM {table} WHERE NOT ({condition}) FOR UPDATE), kept AS (
    INSERT INTO games_auditevent (at, action, subject, reason)
    SELECT statement_timestamp(), 'damaged value replaced', '{table} ' || id, '{column}: ' || substr(value::text, part, 280)
    FROM bad, generate_series(1, length(value::text), 280) AS part ORDER BY id, part
) UPDATE {table} SET {column} = {replacement}{stopped} FROM bad WHERE {table}.id = bad.id"""
STOPPED = """, changes = changes + 1, trouble = CASE status WHEN 'active'
    THEN concat_ws(' ', nullif(trouble, ''), 'The stored value of {column} was damaged and is replaced: ' || value::text) ELSE trouble END"""
CLOCKS = """
UPDATE games_seat SET due_at = NULL, remind_at = NULL FROM games_game g
WHERE g.id = game_id AND g.trouble LIKE '%The stored value of % was damaged and is replaced: %' AND coalesce(due_at, remind_at) IS NOT NULL"""


def forwards() -> Iterator[str]:
    """Replace damaged values, then add the constraints without reading the tables, then validate them without blocking writers."""
    names = {table: {column: f"{table.removeprefix('games_')}_{column}_shape" for column in of} for table, of in SHAPES.items()}
    for table, columns in SHAPES.items():
        conditions = {}
        for column, (shape, replacement) in columns.items():
            null = f"{column} IS NULL OR " if replacement == "NULL" else ""
            conditions[column] = condition = f"{null}({shape.format(column) if '{0}' in shape else shape}) IS TRUE"
            stopped = STOPPED.format(column=column) if table == "games_game" else ""
            yield KEPT.format(table=table, column=column, condition=condition, replacement=replacement, stopped=stopped)
        actions = [
            f"DROP CONSTRAINT IF EXISTS {name}, ADD CONSTRAINT {name} CHECK ({conditions[column]}) NOT VALID"
            for column, name in names[table].items()
        ]
        yield f"ALTER TABLE {table} {', '.join(actions)}"
        for name in names[table].values():
            yield f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}"
    yield CLOCKS


def backwards() -> Iterator[str]:
    """The constraints are dropped; replaced values stay in the audit log."""
    for table, columns in SHAPES.items():
        actions = ", ".join(f"DROP CONSTRAINT IF EXISTS {table.removeprefix('games_')}_{column}_shape" for column in columns)
        yield f"ALTER TABLE {table} {actions}"


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0018_help_texts")]

    operations = [migrations.RunSQL(list(forwards()), list(backwards()))]
