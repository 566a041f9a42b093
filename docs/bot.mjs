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

/** The answer of the API, or an Error with `kind` (like "stale") and `retry`, the seconds to wait. */
async function ask(method, path, body, more = {}) {
  const answer = await fetch(`${site}/api/v1${path}`, { method, headers: { ...headers, ...more }, body: body && JSON.stringify(body) });
  const data = await answer.json();
  if (answer.ok) return data;
  throw Object.assign(new Error(data.detail), { kind: data.type.split("#problem-")[1], retry: Number(answer.headers.get("Retry-After")) });
}

/** A legal answer to a question, as text. This is what to change. */
function choose({ shape, least, most, options }) {
  const count = least + Math.floor(Math.random() * (most - least + 1));
  if (shape === "number") return String(count);
  const tokens = options.map((option) => option.token).sort(() => Math.random() - 0.5);
  return tokens.slice(0, count).join(" ") || "none";
}

/** How long the log of a game was after our last answer: lines of the stream that came meanwhile tell of less. */
const seen = {};

/** Answer at one table as long as something is asked. The key makes it safe to send an answer again. */
async function play(view) {
  while (view?.decision && view.decision.given === null) {
    const move = { text: choose(view.decision), nth: view.nth };
    const key = { "Idempotency-Key": crypto.randomUUID() };
    try {
      view = (await ask("POST", `/games/${view.game.code}/moves?include=view`, move, key)).view;
      seen[view.game.code] = view.seq;
    } catch (problem) {
      if (!["stale", "closed", "not-asked"].includes(problem.kind) && !problem.retry) throw problem;
      if (problem.retry) await pause(problem.retry);
      view = problem.retry ? await ask("GET", `/games/${view.game.code}/view`) : null;
    }
  }
}

/** The lines of the stream as objects, from now on or after `last`. */
async function* lines(stream, last) {
  const accept = { Accept: "application/x-ndjson", ...(last && { "Last-Event-ID": last }) };
  const answer = await fetch(`${stream}?include=view`, { headers: { ...headers, ...accept } });
  if (!answer.ok) throw new Error(`The stream answers ${answer.status}: ${await answer.text()}`);
  let rest = "";
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    const whole = (rest + piece).split("\n");
    rest = whole.pop();
    yield* whole.filter(Boolean).map((line) => JSON.parse(line));
  }
}

const { stream } = await ask("GET", "/");
const over = new Set();
let last = "";
while (over.size < Number(most)) {
  try {
    for await (const line of lines(stream, last)) {
      if (line.type === "game" && line.status === "finished") over.add(line.game);
      if (line.my_turn && !(line.seq < seen[line.game])) await play(line.view);
      last = line.id;
      if (over.size >= Number(most)) break;
    }
  } catch (error) {
    console.error(error.message);
    if (/answers 4/.test(error.message)) process.exit(1);
  }
  if (over.size < Number(most)) await pause(1);
}
console.log(`${over.size} games finished`);
