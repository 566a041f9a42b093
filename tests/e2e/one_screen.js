// Evaluated by one_screen.py: everything that keeps a table from being one screen, in words.
const ENOUGH = 23;

const faults = () => {
  const found = [], wide = innerWidth, high = innerHeight, root = document.scrollingElement;
  const name = element => `${element.tagName.toLowerCase()}${element.id ? "#" + element.id : ""}.${element.getAttribute("class") || ""}`
    + ` ${JSON.stringify((element.getAttribute("aria-label") || element.textContent).trim().slice(0, 40))}`;
  const shown = element => element.checkVisibility({visibilityProperty: true}) && !element.closest(".visually-hidden, .drawer, .pulse");
  const box = element => element.getBoundingClientRect();
  if (root.scrollHeight > high + 1 || root.scrollWidth > wide + 1) found.push(`the page is ${root.scrollWidth} x ${root.scrollHeight}`);
  // the table, the hand and Play are in sight
  const play = document.querySelector(".play");
  if (!play) found.push("there is no Play");
  for (const element of [play, ...document.querySelectorAll(".cloth, .hand, .area, .place, .zone, .hand .card, .cloth .card, .verb")].filter(Boolean)) {
    if (!shown(element)) continue;
    const at = box(element);
    if (at.width && (at.left < -8 || at.top < -1 || at.right > wide + 8 || at.bottom > high + 1)) found.push(`out of sight: ${name(element)}`);
  }
  // no card leaves its zone
  for (const card of document.querySelectorAll(".bed .card")) {
    if (!shown(card)) continue;
    const at = box(card), room = box(card.closest(".zone"));
    if (at.left < room.left - 3 || at.right > room.right + 3 || at.top < room.top - 12 || at.bottom > room.bottom + 3)
      found.push(`leaves its zone by ${[room.left - at.left, at.right - room.right, room.top - at.top, at.bottom - room.bottom].map(Math.round)}: ${name(card)}`);
  }
  for (const badge of document.querySelectorAll(".zone .badge")) {
    if (!shown(badge)) continue;
    const at = box(badge), room = box(badge.closest(".place") ?? badge.closest(".zone"));
    if (at.left < room.left - 1 || at.right > room.right + 1 || at.bottom > room.bottom + 1) found.push(`leaves its place: ${name(badge)}`);
  }
  for (const words of document.querySelectorAll(".place :is(.stat, .who .zoom)")) {
    if (!shown(words)) continue;
    const at = box(words), room = box(words.closest(".place"));
    if (at.left < room.left - 1 || at.right > room.right + 1 || at.bottom > room.bottom + 1) found.push(`leaves its place: ${name(words)}`);
  }
  // no text is cut off: beside Play, in titles, badges, names
  for (const element of document.querySelectorAll(".said, .plate, .plate-body, .so-far, .verbs, .verb .press, .badge, .who .zoom, .play, .next, .quiet, .due, .more, .tabs a, .zone-empty, .stats")) {
    if (!shown(element)) continue;
    if (element.scrollHeight > element.clientHeight + 2 && element.clientHeight && getComputedStyle(element).overflowY !== "visible")
      found.push(`cut off by ${element.scrollHeight - element.clientHeight}: ${name(element)}`);
    if (element.scrollWidth > element.clientWidth + 2 && element.clientWidth && !["visible"].includes(getComputedStyle(element).overflowX) && !element.matches(".who .zoom"))
      found.push(`cut off at the side by ${element.scrollWidth - element.clientWidth}: ${name(element)}`);
  }
  const tabs = document.querySelector(".tabs"), ends = tabs ? Math.max(...[...tabs.children].map(tab => box(tab).right)) - box(tabs).right : 0;
  if (ends > 1) found.push(`the tabs leave the drawer by ${Math.round(ends)}`);
  // places and zones lie beside each other
  const written = element => {
    const range = document.createRange();
    const holder = element.querySelector(".zoom") ?? element, room = box(holder);
    range.selectNodeContents(holder);
    const at = range.getBoundingClientRect(), clips = getComputedStyle(holder).overflowX === "hidden";
    const left = clips ? Math.max(at.left, room.left) : at.left, right = clips ? Math.min(at.right, room.right) : at.right;
    return new DOMRect(left, at.top, right - left, at.height); // what is cut off behind an ellipsis lies over nothing
  };
  const apart = (elements, by, box = element => element.getBoundingClientRect()) => {
    const all = elements.map(element => [element, box(element)]);
    all.forEach(([one, a], at) => all.slice(at + 1).forEach(([other, b]) => {
      const w = Math.min(a.right, b.right) - Math.max(a.left, b.left), h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (w > by && h > by && !one.contains(other) && !other.contains(one)) found.push(`lies over another by ${Math.round(w)} x ${Math.round(h)}: ${name(one)} / ${name(other)}`);
    }));
  };
  const seen = selector => [...document.querySelectorAll(selector)].filter(shown);
  apart(seen(".cloth > .area, .dock, .bar, .drawer"), 1);
  apart(seen(".area.others > .place, .area > .zone, .hand > .zone"), 1);
  apart([...seen(".place > .head"), ...seen(".place > .zone")], 2);
  apart(seen(".acts > *, .said, .so-far, .verb"), 1);
  apart(seen(".bar > *, .tools > *, .tabs > *"), 1);
  apart(seen(".cloth .badge, .zone-title"), 1, written);
  for (const stat of seen(".place .stat")) for (const card of stat.closest(".place").querySelectorAll(".zone .card")) {
    const a = written(stat), b = box(card), w = Math.min(a.right, b.right) - Math.max(a.left, b.left), h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (w > 2 && h > 2 && shown(card)) found.push(`lies over a card by ${Math.round(w)} x ${Math.round(h)}: ${name(stat)}`);
  }
  for (const title of seen(".pile-title")) for (const card of title.closest(".zone").querySelectorAll(".card")) {
    const a = written(title), b = box(card), w = Math.min(a.right, b.right) - Math.max(a.left, b.left), h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (w > 2 && h > 3 && shown(card)) found.push(`lies over a card by ${Math.round(w)} x ${Math.round(h)}: ${name(title)}`);
  }
  for (const fact of seen(".where li")) {
    const at = box(fact), room = box(fact.parentElement);
    if (at.top < room.bottom - 1 && at.right > room.right + 1) found.push(`cut off at the side: ${name(fact)}`);
  }
  for (const text of seen(".if-room > *")) { // whole or out of sight
    const at = box(text), room = box(text.parentElement);
    if (at.left < room.right - 1 && at.bottom > room.bottom + 1) found.push(`cut off by ${Math.round(at.bottom - room.bottom)}: ${name(text)}`);
  }
  // what can be pressed is large enough: 44 px, or 24 px free of its neighbours
  for (const press of document.querySelectorAll(".press, .play, .next, .quiet, .bar a, .tabs a")) {
    if (!shown(press)) continue;
    const at = box(press);
    let free = 0;
    const y = Math.min(at.top + Math.min(at.height / 2, 22), high - 1);
    for (let x = Math.ceil(at.left); x < at.right && free < ENOUGH; x += 2)
      if (press.contains(document.elementFromPoint(x, y))) free += 2;
    if (!free && press.closest(".zone.can, .pile.can") && press.parentElement.matches(".zone, .pile")) {
      for (let dy = 2; dy < at.height && !free; dy += 3) for (let x = Math.ceil(at.left); x < at.right; x += 3)
        if (document.elementFromPoint(x, at.top + dy) === press) free += 3;
    }
    if (free < ENOUGH || at.height < ENOUGH) found.push(`too small to press, ${Math.round(free)} of ${Math.round(at.width)} x ${Math.round(at.height)} free: ${name(press)}`);
  }
  for (const link of seen(".bar a, .tabs a")) {
    const at = box(link);
    if (at.height < 43.5 || at.width < 43.5) found.push(`smaller than a fingertip, ${Math.round(at.width)} x ${Math.round(at.height)}: ${name(link)}`);
  }
  // the name of a card of the hand is not cut by the card that lies over it
  for (const pile of seen(".hand .single .pile:not(:last-child)")) {
    const plate = pile.querySelector(".card:not(.picked) > .card-plate"), over = box(pile.nextElementSibling);
    if (plate && plate.textContent.trim() && getComputedStyle(plate).clipPath === "none" && over.top < box(plate).bottom && box(plate).right > over.left + 1)
      found.push(`a name lies under the next card by ${Math.round(box(plate).right - over.left)}: ${name(plate)}`);
  }
  return found;
};

// Every box of the page as one string: what differs between two of them lies elsewhere.
const boxes = () => [...document.querySelectorAll("body *:not(svg *)")].map(element => {
  const at = element.getBoundingClientRect();
  return [at.left, at.top, at.width, at.height].map(Math.round).join(" ");
});

// Pages of a running game are kept for several sizes of the window, parsed once.
const keep = async pages => {
  await Promise.all([...document.fonts].map(font => font.load()));
  window.kept = pages.map(text => new DOMParser().parseFromString(text, "text/html"));
};

// Each of the kept pages takes the place of the table that is shown, as a move does. The themes differ in nothing but colours
// (tests/games/render/test_themes.py); the first page shows that in the dark one nothing lies elsewhere.
const faultsOfKept = numbers => numbers.map((number, nth) => {
  const page = window.kept[number], root = document.documentElement;
  root.lang = page.documentElement.lang;
  document.getElementById("table").replaceWith(document.importNode(page.getElementById("table"), true));
  root.dataset.theme = "light";
  const found = faults();
  if (nth) return found;
  const light = boxes();
  root.dataset.theme = "dark";
  const moved = boxes().filter((box, at) => box !== light[at]).length;
  return moved ? [...found, `${moved} elements lie elsewhere in the dark theme`] : found;
});
