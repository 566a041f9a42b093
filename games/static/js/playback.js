// Shows what happened on the table: its frames, as the viewer saw them then, one after another. table.js loads this when somebody asks.
// Without motion (prefers-reduced-motion) nothing changes by itself: there are buttons, and the arrow keys.
"use strict";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const SHORTEST = 700, LONGEST = 1600, ALL = 6000, MOVE = 260;

const spots = (root) => {
  const found = new Map();
  for (const one of root.querySelectorAll(":is(.cloth, .dock > .hand) .card[data-id]")) {
    const box = one.getBoundingClientRect();
    if (box.width) found.set(one.dataset.id, [one, box]);
  }
  return found;
};

// What lies elsewhere than before comes from there; what is new turns up.
const move = (before, root) => {
  if (still.matches) return;
  const timing = { duration: MOVE, easing: "ease-out" };
  for (const [id, [one, box]] of spots(root)) {
    const from = before.get(id)?.[1];
    if (!from) one.animate([{ opacity: 0, transform: "scale(0.7)" }, {}], timing);
    else if (Math.hypot(from.left - box.left, from.top - box.top) > 3) {
      const start = `translate(${from.left - box.left}px, ${from.top - box.top}px) scale(${from.width / box.width})`;
      one.style.zIndex = "20";
      one.animate([{ transform: start, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], timing).finished.then(() => (one.style.zIndex = ""), () => {});
    }
  }
};

export const play = async (table, link) => {
  const answer = await fetch(`${table.dataset.moments}steps/${link.dataset.from}/`, { headers: { "X-Requested-With": "fetch" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html"), frames = [...page.querySelectorAll("#steps > li")];
  if (!frames.length || !table.isConnected || table.querySelector(".playback")) return;
  const panel = document.adoptNode(page.querySelector(".playback"));
  const cloth = table.querySelector(":scope > .cloth"), hand = table.querySelector(".dock > .hand"), plate = table.querySelector("#plate");
  const now = [cloth, hand];
  let shown = [cloth, hand], at = -1, timer = null;
  const pause = Math.min(LONGEST, Math.max(SHORTEST, ALL / frames.length));
  const last = frames.length - 1, words = panel.querySelector(".plate-text");
  const textOf = (frame) => frame.querySelector(":scope > p").textContent.trim();
  const ahead = textOf(frames[0]) ? 1 : 0; // a game that began meanwhile has no table before its first line

  const put = (next) => {
    const before = spots(table);
    shown.forEach((one, place) => one.replaceWith(next[place]));
    shown = next;
    move(before, table);
  };
  const show = (place) => {
    at = Math.max(0, Math.min(last, place));
    put([...frames[at].querySelectorAll(":scope > .cloth, :scope > .hand")].map((one) => document.importNode(one, true)));
    panel.querySelector(".at").textContent = at + ahead;
    panel.querySelector(".of").textContent = last + ahead;
    words.textContent = textOf(frames[at]) || words.dataset.before;
    panel.querySelector(".earlier").disabled = at === 0;
    panel.querySelector(".later").disabled = at === last;
  };
  const stop = () => {
    clearTimeout(timer);
    timer = null;
  };
  const run = () => {
    timer = setTimeout(() => {
      if (!panel.isConnected) return;
      show(at + 1);
      if (at < last) run();
    }, pause);
  };
  const end = () => {
    stop();
    document.removeEventListener("keydown", keys, true);
    if (!panel.isConnected) return; // the page has changed meanwhile: it shows the table as it is
    put(now);
    panel.remove();
    plate.hidden = false;
    link.focus();
  };
  const step = (way) => {
    stop();
    show(at + way);
  };
  const keys = (event) => {
    if (!panel.isConnected) return end();
    const does = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Escape: end }[event.key];
    if (!does || event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("textarea, input")) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  };

  plate.hidden = true;
  plate.after(panel);
  panel.querySelector(".earlier").addEventListener("click", () => step(-1));
  panel.querySelector(".later").addEventListener("click", () => step(1));
  panel.querySelector(".done").addEventListener("click", end);
  document.addEventListener("keydown", keys, true);
  show(0);
  panel.querySelector(".later").focus();
  if (!still.matches) run();
};
