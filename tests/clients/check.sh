#!/bin/sh
# Checks docs/openapi.yaml with external linters and client generators:
#
#     tests/clients/check.sh http://127.0.0.1:8000 fate_…        (scopes game:read, game:play and table:write)
#
# Two linters with their recommended rules, warnings included; clients made by four generators, checked as strictly as their
# languages can (tsc --strict, mypy --strict); each client then announces a game against a bot and plays it to its end.
# The tools come from npm and pip into $TOOLS, which is kept. Exits with 1 at the first fault.
set -eu
site=$1 token=$2
here=$(cd "$(dirname "$0")" && pwd)
document=$here/../../docs/openapi.yaml
tools=${TOOLS:-${TMPDIR:-/tmp}/fateapp-clients}
export PATH="$tools/node_modules/.bin:$tools/python/bin:$PATH"

mkdir -p "$tools"
cp "$here"/package.json "$here"/requirements.txt "$here"/play* "$tools"
cd "$tools"
[ -d node_modules ] || npm install --silent --no-audit --no-fund
[ -d python ] || { python3 -m venv python && python/bin/pip install --quiet --quiet -r requirements.txt; }

echo '== redocly, recommended'
redocly lint --extends recommended --max-problems 100 "$document" 2> redocly.txt || { cat redocly.txt; exit 1; }
if grep -i 'warning' redocly.txt | grep -v -i deprecation; then exit 1; fi
echo '== spectral, recommended'
echo 'extends: ["spectral:oas"]' > .spectral.yaml
spectral lint --ruleset .spectral.yaml --fail-severity hint "$document"
lines=$(wc -l < "$document")
echo "== $lines lines"
[ "$lines" -le 9000 ]

echo '== openapi-typescript, tsc --strict'
openapi-typescript "$document" --output api.d.ts > typescript.txt 2>&1
tsc --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --module nodenext --target es2022 --outDir js play.ts
node js/play.js "$site" "$token"

echo '== openapi-python-client, mypy --strict'
rm -rf attrs_client
# Without its hooks: with them, ruff rewrites types incorrectly.
echo 'post_hooks: []' > attrs.yaml
openapi-python-client generate --config attrs.yaml --path "$document" --output-path attrs_client --meta none > attrs.txt 2>&1
mypy --strict --no-error-summary play_attrs.py
python play_attrs.py "$site" "$token"

echo '== datamodel-code-generator (pydantic), mypy --strict'
datamodel-codegen --input "$document" --input-file-type openapi --output models.py --output-model-type pydantic_v2.BaseModel \
    --use-annotated --target-python-version 3.11 --formatters builtin
mypy --strict --no-error-summary play_models.py
python play_models.py "$site" "$token"

echo '== openapi-generator, PHP and Ruby, with the simpler document of docs/api.md'
# They need java, php with guzzle (Debian: php-guzzlehttp-guzzle) and ruby with typhoeus (ruby-typhoeus).
if command -v java php ruby > missing.txt && [ "$(wc -l < missing.txt)" = 3 ]; then
    curl --silent --fail "$site/api/v1/openapi.json" \
        | jq '.components.schemas.Pace = {type: "object"} | del(.components.securitySchemes.session)' > simple.json
    for language in php ruby; do
        rm -rf "$language"
        openapi-generator-cli generate -g "$language" -i simple.json -o "$language" > "$language.txt" 2>&1
    done
    php play.php "$site" "$token"
    ruby play.rb "$site" "$token"
else
    echo 'left out: not all of java, php and ruby are here'
fi
echo '== nothing to complain about'
