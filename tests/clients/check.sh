#!/bin/sh
# Checks docs/openapi.yaml with external linters and client generators:
#
#     tests/clients/check.sh http://127.0.0.1:8000 fate_…        (scopes game:read, game:play and table:write)
#
# Two linters with their recommended rules, warnings included; clients made by five generators in nine languages, checked as strictly as
# these can (tsc --strict, mypy --strict); each client then announces games against bots and plays them to their ends.
# The tools come from npm and pip into $TOOLS, which is kept. Exits with 1 at the first fault.
set -eu
site=$1 token=$2
here=$(cd "$(dirname "$0")" && pwd)
document=$here/../../docs/openapi.yaml
tools=${TOOLS:-${TMPDIR:-/tmp}/fateapp-clients}
export PATH="$tools/node_modules/.bin:$tools/python/bin:$PATH"

mkdir -p "$tools"
cp "$here"/package.json "$here"/requirements.txt "$here"/[pP]lay* "$tools"
cd "$tools"
[ -d node_modules ] || npm install --silent --no-audit --no-fund
[ -d python ] || { python3 -m venv python && python/bin/pip install --quiet --quiet -r requirements.txt; }
[ -d python/lib/python3*/site-packages/run_kotlin_kernel ] || python/bin/pip install --quiet --quiet --no-deps kotlin-jupyter-kernel==0.19.0.944

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

# The other languages are by openapi-generator, with the options of docs/api.md. What a language needs beside java is named here by its Debian
# packages; what is missing is said, and its language left out.
lacks() {
    for it; do
        [ -e "$it" ] || command -v "$it" > lacking.txt || { echo "left out: there is no $it"; return 0; }
    done
    return 1
}
generate() {
    language=$1
    shift
    rm -rf "$language"
    openapi-generator-cli generate -g "$language" -i "$document" -o "$language" "$@" > "$language.txt" 2>&1
}
debian=/usr/share/java
jars=$(echo python/lib/python3*/site-packages)
jackson=$jars/openapi_generator_cli/openapi-generator.jar

echo '== Go (golang-go, golang-golang-x-oauth2-dev)'
if ! lacks java go /usr/share/gocode/src/golang.org/x/oauth2; then
    generate go --additional-properties=enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false,enumUnknownDefaultCase=true
    rm -rf gopath go/test
    mkdir -p gopath/src/play
    mv go gopath/src/client
    cp play.go gopath/src/play
    (cd gopath/src/play && GO111MODULE=off GOPATH="$tools/gopath:/usr/share/gocode" go build -o "$tools/play_go" .)
    ./play_go "$site" "$token"
fi

echo '== Java (openjdk-17-jdk-headless, libgeronimo-annotation-1.3-spec-java; Jackson is in the jar of the generator)'
if ! lacks java javac "$debian/geronimo-annotation-1.3-spec.jar"; then
    generate java --library native \
        --additional-properties=openApiNullable=false,containerDefaultToNull=true,enumUnknownDefaultCase=true
    path=$jackson:$debian/geronimo-annotation-1.3-spec.jar
    find java/src/main -name '*.java' > java.list
    javac -proc:none -nowarn -cp "$path" -d java.classes @java.list Play.java
    java -cp "$path:java.classes" Play "$site" "$token"
fi

echo '== Kotlin, the models (libgoogle-gson-java; the compiler is in the Python package kotlin-jupyter-kernel)'
if ! lacks java "$debian/gson.jar"; then
    generate kotlin --additional-properties=serializationLibrary=gson,enumUnknownDefaultCase=true
    compiler=$jars/run_kotlin_kernel/jars
    standard=$(echo "$compiler"/kotlin-stdlib-*.jar)
    find kotlin/src/main -name '*.kt' ! -path '*/apis/*' -exec grep -L okhttp {} + > kotlin.list
    java -cp "$compiler/*" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -nowarn -cp "$standard:$debian/gson.jar" \
        -d kotlin.classes @kotlin.list Play.kt
    java -cp "$standard:$debian/gson.jar:kotlin.classes" PlayKt "$site" "$token"
fi

echo '== C# (mono-devel; NSwag is in the packages of npm)'
nswag=node_modules/nswag/bin/binaries/Win
if ! lacks mono mcs "$nswag"; then
    cp "$nswag/Newtonsoft.Json.dll" .
    mono "$nswag/NSwag.exe" openapi2csclient "/input:$document" /classname:FateClient /namespace:Fate /output:Fate.cs \
        /OperationGenerationMode:SingleClientFromOperationId /GenerateOptionalParameters:true /GenerateOptionalPropertiesAsNullable:true > cs.txt
    mcs -langversion:latest -warnaserror -nowarn:162 -out:play_cs.exe -r:System.Net.Http -r:System.ComponentModel.DataAnnotations \
        -r:System.Runtime.Serialization -r:Newtonsoft.Json.dll Fate.cs Play.cs
    mono play_cs.exe "$site" "$token"
fi

echo '== Rust (cargo, with an index of crates)'
if ! lacks java cargo; then
    generate rust --additional-properties=supportAsync=false,packageName=fate
    mkdir -p rust/src/bin
    cp play.rs rust/src/bin
    if (cd rust && cargo fetch --quiet) 2> cargo.txt; then
        (cd rust && RUSTFLAGS=-Dwarnings cargo build --quiet && cargo run --quiet --bin play "$site" "$token")
    else
        echo 'left out: cargo cannot get the crates'
    fi
fi

echo '== PHP (php-cli, php-curl, php-guzzlehttp-guzzle)'
if ! lacks java php /usr/share/php/GuzzleHttp/autoload.php; then
    generate php
    php play.php "$site" "$token"
fi

echo '== Ruby (ruby, ruby-typhoeus)'
if ! lacks java ruby; then
    generate ruby --openapi-normalizer 'SECURITY_SCHEMES_FILTER=key:token|oauth'
    ruby play.rb "$site" "$token"
fi
echo '== nothing to complain about'
