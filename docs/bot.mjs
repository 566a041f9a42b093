// A bot in Node 20 or later, without dependencies: `node docs/bot.mjs https://fate.example fate_… [games]`
//
// It answers at random in every game of its account, and ends after so many finished games (without a number: never).
// One request for each move: the stream brings the table, and each answer brings the next one. The token needs the scopes
// game:read and game:play.

const [site, token, most = "Infinity"] = process.argv.slice(2);
if (!token) {
  console.error("Use it like this: node docs/bot.mjs https://fate.example fate_…");
  process.exit(2);
}
const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

const TRIES = 5;
const BUSY = [429, 502, 503, 504]; // the site is busy, or being replaced
const MOVED_ON = ["stale", "not-asked", "closed", "not-found"]; // somebody was faster, or the game is over
const NOT_NEEDED = "scene,text"; // parts of a view that `choose` does not read; the site does not compute them
const SILENCE = 20; // seconds; a stream that lives sends an empty line every seven

/** An Error with the `status` of a refusal, its `kind` (like "stale"), and `retry`, the seconds to wait. */
function refusal(answer, problem) {
  const kind = problem?.type?.split("#problem-")[1];
  const words = problem?.detail ?? `The site answers ${answer.status}.`;
  return Object.assign(new Error(words), { status: answer.status, kind, retry: Number(answer.headers.get("Retry-After")) });
}

/** The answer of the API. Asks again where nothing is lost by it: the key makes sure that a POST has its effect once. */
async function ask(method, path, body) {
  const sent = { method, headers: { ...headers, ...(body && { "Idempotency-Key": crypto.randomUUID() }) }, body: body && JSON.stringify(body) };
  for (let tries = 1; ; tries += 1) {
    let error;
    try {
      const answer = await fetch(`${site}/api/v1${path}`, { ...sent, signal: AbortSignal.timeout(15_000) });
      if (answer.ok) return await answer.json();
      error = refusal(answer, await answer.json().catch(() => null));
    } catch (broken) {
      error = broken;
    }
    const again = !error.status || BUSY.includes(error.status) || error.kind === "in-flight";
    if (!again || tries === TRIES) throw error;
    await pause(error.retry || tries / 5);
  }
}

/** A legal answer to a question, as text. This is what to change. */
function choose({ shape, least, most, options }) {
  const count = least + Math.floor(Math.random() * (most - least + 1));
  if (shape === "number") return String(count);
  const tokens = options.map((option) => option.token).sort(() => Math.random() - 0.5);
  return tokens.slice(0, count).join(" ") || "none";
}

/** By game, our last answer: how long the log was after it, and which question it was given to. */
const answered = {};

/** Whether a line of the stream is from before our last answer: it came late, or once more after a break. */
const isOld = (line) => line.seq < answered[line.game]?.seq || line.nth <= answered[line.game]?.nth;

/** Answer at one table as long as something is asked. */
async function play(code, view) {
  while (view?.decision && view.decision.given === null) {
    const { nth } = view;
    try {
      view = (await ask("POST", `/games/${code}/moves?include=view&omit=${NOT_NEEDED}`, { text: choose(view.decision), nth })).view;
      answered[code] = { seq: view.seq, nth };
    } catch (problem) {
      if (!MOVED_ON.includes(problem.kind)) throw problem;
      view = problem.kind === "not-found" ? null : await ask("GET", `/games/${code}/view?omit=${NOT_NEEDED}`);
    }
  }
}

/** The lines of the stream as objects, from now on or after `last`. */
async function* lines(stream, last) {
  const accept = { Accept: "application/x-ndjson", ...(last && { "Last-Event-ID": last }) };
  const line = new AbortController();
  const soon = (work) => {
    const timer = setTimeout(() => line.abort(new Error("The stream says nothing.")), 1000 * SILENCE);
    return work.finally(() => clearTimeout(timer));
  };
  try {
    const answer = await soon(fetch(`${stream}?include=view&omit=${NOT_NEEDED}`, { headers: { ...headers, ...accept }, signal: line.signal }));
    if (!answer.ok) throw refusal(answer, await answer.json().catch(() => null));
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let piece = await soon(reader.read()); !piece.done; piece = await soon(reader.read())) {
      const whole = (rest + piece.value).split("\n");
      rest = whole.pop();
      yield* whole.filter(Boolean).map((text) => JSON.parse(text));
    }
  } finally {
    line.abort();
  }
}

const { stream } = await ask("GET", "/");
const over = new Set();
let last = "";
let wait = 0.5;
while (over.size < Number(most)) {
  try {
    for await (const line of lines(stream, last)) {
      wait = 0.5;
      if (line.type === "game" && line.status === "finished") over.add(line.game);
      if (line.my_turn && !isOld(line)) await play(line.game, line.view ?? (await ask("GET", `/games/${line.game}/view?omit=${NOT_NEEDED}`)));
      last = line.id;
      if (over.size >= Number(most)) break;
    }
  } catch (error) {
    console.error(error.message);
    if (error.status < 500 && error.status !== 429) process.exit(1);
    wait = error.retry || wait;
  }
  if (over.size >= Number(most)) break;
  await pause(wait);
  wait = Math.min(2 * wait, 30);
}
console.log(`${over.size} games finished`);
