// Plays a whole game with the types that openapi-typescript generates and its client, openapi-fetch.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Decision = components["schemas"]["Decision"];
type View = components["schemas"]["View"];

const [site, token] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl: `${site}/api/v1`, headers: { Authorization: `Bearer ${token}` } });
const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

function choose({ shape, least, options }: Decision): string {
  return shape === "number" ? String(least) : options.slice(0, least).map((option) => option.token).join(" ");
}

async function look(code: string): Promise<View> {
  const { data, error } = await api.GET("/games/{code}/view", { params: { path: { code } } });
  if (!data) throw new Error(error.detail);
  return data;
}

const made = await api.POST("/games", { body: { rules: "tempting_fate", seats: 2, bots: 1 } });
if (!made.data) throw new Error(made.error.detail);
const code = made.data.code;
let moves = 0;
let view = await look(code);
while (view.game.status === "active") {
  if (view.decision === null || view.nth === null) {
    await pause(50);
    view = await look(code);
    continue;
  }
  const answered = await api.POST("/games/{code}/moves", {
    params: { path: { code }, query: { include: "view" }, header: { "Idempotency-Key": crypto.randomUUID() } },
    body: { text: choose(view.decision), nth: view.nth },
  });
  if (!answered.data?.view) throw new Error(answered.error?.detail ?? "no view");
  view = answered.data.view;
  moves += 1;
}
console.log(`${code}: ${moves} moves, ${view.game.status}, ${view.game.result?.words}`);
if (view.game.status !== "finished") process.exitCode = 1;
