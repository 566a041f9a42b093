// The page of a running game. Everything works without it: objects on the table are buttons of a form that asks for the page with
// those objects picked, and Play is a form. With it, picking happens on the spot, a move changes the page in place, the table follows
// the stream, and there are keys. The rules of picking are those of games/render/picking.py, the words those of pages/tables/plate.py.
//
// A choice row carries data-option="3"; objects that choices concern carry data-options="1 3" and hold a button.press.
"use strict";

(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const table = () => document.getElementById("table");
  const rows = () => all("#answer [data-option]");
  const inputOf = (row) => row.querySelector("input");
  const objects = () => all("[data-options]");
  const button = (object) => object.querySelector(":scope > .press");
  const idOf = (object) => button(object).value;
  const concerns = (object, number) => object.dataset.options.split(" ").includes(number);
  const chosen = (input) => (input.type === "number" ? input.value !== "" : input.checked);
  const chosenRows = () => rows().filter((row) => chosen(inputOf(row))).sort((a, b) => Number(inputOf(a).value) - Number(inputOf(b).value) || 0);
  const isOne = () => rows().length > 0 && rows().every((row) => inputOf(row).type === "radio");
  const say = (row, what) => row.querySelector(what)?.textContent ?? "";
  const FEW = 4, LONGEST = 30_000; // choices beside Play; milliseconds until a form counts as not sent

  let picked = all("#look input[name=pick]").map((input) => input.value);

  const touching = (id) => new Set(objects().filter((object) => idOf(object) === id).flatMap((object) => object.dataset.options.split(" ")));

  // One choice of many: which rows concern everything that is picked. What was picked last counts most.
  const narrow = () => {
    let left = new Set(rows().map((row) => row.dataset.option));
    const kept = [];
    for (const id of [...picked].reverse()) {
      const narrower = new Set([...touching(id)].filter((number) => left.has(number)));
      if (!narrower.size) continue;
      left = narrower;
      kept.unshift(id);
    }
    picked = kept;
    return left;
  };

  // Several choices: an object takes or lets go its own; a place in an order is the next that is free.
  const toggleOne = (id) => {
    const numbers = touching(id), own = rows().filter((row) => numbers.has(row.dataset.option)).map(inputOf);
    const input = own.find((one) => !chosen(one)) ?? own[0];
    if (input?.type === "checkbox") input.checked = !input.checked;
    if (input?.type !== "number") return;
    if (input.value === "") input.value = chosenRows().length + 1;
    else input.value = "";
    chosenRows().forEach((row, place) => (inputOf(row).value = place + 1));
  };

  // Words about a choice that was made for the player, by a lesson or a hint, go when another is made.
  const ownChoice = () => document.querySelector(".shown-first, .hinted")?.remove();

  const press = (id) => {
    ownChoice();
    if (!isOne()) return toggleOne(id);
    picked = picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id];
    const left = narrow();
    for (const row of rows()) {
      const stays = !picked.length || left.has(row.dataset.option);
      row.parentElement.hidden = !stays;
      inputOf(row).checked = picked.length > 0 && left.size === 1 && stays;
    }
  };

  // Few choices that are left stand beside Play, also where nothing on the table tells them apart.
  const offer = (left) => {
    all(".verb.passing").forEach((verb) => verb.remove());
    if (!isOne() || !picked.length || left.length < 2 || left.length > FEW) return;
    const known = new Set(all(".verb").map((verb) => verb.dataset.options));
    let box = document.querySelector(".verbs");
    box ??= document.querySelector(".said").insertAdjacentElement("afterend", Object.assign(document.createElement("div"), { className: "verbs" }));
    for (const row of left.filter((one) => !known.has(one.dataset.option))) {
      const verb = Object.assign(document.createElement("span"), { className: "verb can passing" });
      verb.dataset.options = row.dataset.option;
      const push = Object.assign(document.createElement("button"), { className: "press", name: "pick", value: `=${inputOf(row).value}`, textContent: say(row, ".choice-label") });
      push.setAttribute("form", "look");
      verb.append(push);
      box.append(verb);
    }
  };

  // What a card is called and what stands on it: on the table there is no room for it.
  const about = (object) => [".card-name", ".card-text"].map((part) => object?.querySelector(part)?.textContent).filter(Boolean);
  const marksOf = (card) => all(".mark", card).map((mark) => mark.textContent).join(" · ");
  const cardOf = (id) => objects().find((one) => idOf(one) === id && one.matches(".card, .pile"));
  const isBeside = (row) => all(".verb").some((verb) => verb.dataset.options === row.dataset.option);

  const hasTarget = (row) => objects().some((one) => !one.matches(".verb") && !picked.includes(idOf(one)) && concerns(one, row.dataset.option));

  // What comes of a choice. One about a single card outside the hand says what stands on that card, too.
  const outcomeOf = (row) => {
    const told = say(row, ".choice-outcome"), there = objects().filter((one) => !one.matches(".verb") && concerns(one, row.dataset.option));
    const words = told && there.length === 1 && there[0].matches(".card, .pile") && !there[0].closest(".hand") ? about(there[0]) : [];
    return words.length > 1 && !told.includes(words[1]) ? `${told} ${words.join(" – ")}` : told;
  };

  const speak = (taken, left, pointedAt) => {
    const said = document.querySelector(".said");
    if (!said) return;
    const title = said.querySelector(".plate-title"), text = said.querySelector(".plate-text");
    const shown = pointedAt ?? (taken.length && isOne() ? taken[0] : null), least = isOne() ? 1 : Number(document.querySelector("#answer")?.dataset.least);
    const card = isOne() && picked.length && !shown ? about(cardOf(picked.at(-1))) : [], listed = card.length > 0 && left.every(isBeside) && !left.some(hasTarget);
    const stands = listed ? [card[1], marksOf(cardOf(picked.at(-1)))].filter(Boolean).join(" ") : "";
    const [head, words] = shown
      ? [say(shown, ".choice-label"), outcomeOf(shown) || (picked.length || pointedAt || !document.querySelector("#plate .given") ? said.dataset.prompt : "")]
      : isOne() && picked.length
        ? listed ? [card[0], stands || said.dataset.prompt] : [document.querySelector(".tabs").dataset.left, card.join(" – ") || said.dataset.prompt]
        : [said.dataset.prompt, taken.map((row) => say(row, ".choice-label")).join(", ") + (taken.length && taken.length < least ? ` – ${said.dataset.several}` : "")];
    if (title.textContent !== head) title.textContent = head;
    if (words || shown || taken.length) text.textContent = words;
    else text.textContent = said.dataset.several;
    document.querySelector(".plate").classList.toggle("chosen", !pointedAt && isOne() && taken.length > 0 && rows().length > 1);
    document.querySelector(".plate").classList.toggle("about", listed || card.length > 1);
    document.querySelector(".plate").classList.toggle("narrowed", listed || card.length > 1);
    document.querySelector(".plate").classList.toggle("long", head.length + text.textContent.length > 150);
    const number = document.querySelector(".plate input[type=number]");
    document.querySelector(".play")?.classList.toggle("not-yet", !number && taken.length < least);
  };

  // Everything on the page says the same: objects, rows, and what stands beside Play.
  let looking = false; // at a card that cannot be chosen
  const show = (pointedAt = null) => {
    looking = false;
    const taken = chosenRows(), open = rows().filter((row) => !row.parentElement.hidden);
    offer(open);
    for (const object of objects()) {
      const id = idOf(object);
      const left = open.filter((row) => concerns(object, row.dataset.option));
      const mine = taken.some((row) => concerns(object, row.dataset.option));
      const isPicked = isOne() ? picked.includes(id) : mine;
      const isLit = !isPicked && (mine || (picked.length > 0 && left.length > 0) || (pointedAt !== null && concerns(object, pointedAt)));
      object.classList.toggle("picked", isPicked);
      object.classList.toggle("lit", isLit);
      button(object).setAttribute("aria-pressed", String(isPicked));
    }
    all(".all-choices").forEach((line) => (line.hidden = picked.length === 0));
    speak(taken, open, pointedAt === null ? null : rows().find((row) => row.dataset.option === pointedAt));
  };

  const letGo = () => {
    ownChoice();
    picked = [];
    for (const row of rows()) {
      row.parentElement.hidden = false;
      if (inputOf(row).type !== "number") inputOf(row).checked = false;
      else inputOf(row).value = "";
    }
    show();
  };

  // Pointing at a lit target that leaves one choice says what would come of it. A choice beside Play is none: words of another
  // length would move it from under the pointer.
  const pointed = (event) => {
    const row = event.target.closest?.("#answer [data-option]");
    if (row) return row.dataset.option;
    const object = picked.length && isOne() ? event.target.closest?.(".lit[data-options]:not(.verb)") : null;
    return object ? alone(object) : null;
  };
  let shownFor = null;
  const point = (event) => {
    if (!document.getElementById("answer")) return;
    const now = event.type === "pointerout" ? null : pointed(event);
    if (now === shownFor) return;
    shownFor = now;
    show(now);
  };
  for (const kind of ["pointerover", "pointerout", "focusin"]) document.addEventListener(kind, point);
  document.addEventListener("input", (event) => event.target.closest?.("#answer [data-option]") && show());

  // A card that cannot be chosen says what stands on it, why not, and what is noted about its pile, instead of the choices beside Play.
  const read = (card, said) => {
    const pile = card.closest(".pile"), zone = card.closest(".zone"), alone = all(".pile", zone).length === 1;
    const notes = [...(pile ? all(".pile-note", pile) : []), ...(alone ? all(":scope > .zone-note", zone) : [])];
    const stands = [card.querySelector(".card-text")?.textContent, marksOf(card), card.querySelector(".why")?.textContent];
    const words = [...stands, ...notes.map((note) => note.textContent)].map((one) => one?.trim() ?? "");
    said.querySelector(".plate-title").textContent = card.querySelector(".card-name, .visually-hidden")?.textContent ?? "";
    said.querySelector(".plate-text").textContent = words.filter(Boolean).join(" ");
    looking = true;
    document.querySelector(".plate").classList.add("chosen");
  };

  // A player who can be chosen is chosen at the name, too.
  const seatOf = (target) => {
    const head = document.getElementById("answer") ? target.closest?.(".place > .head") : null;
    const presses = head ? all(".press", head.parentElement) : [];
    return presses.length === 1 && presses[0].parentElement.matches(".zone") ? presses[0] : null;
  };

  document.addEventListener("click", (event) => {
    const pushed = event.target.closest?.(".press") ?? seatOf(event.target), every = event.target.closest?.(".all-choices a, .let-go");
    const card = pushed ? null : event.target.closest?.(".bed .card"), said = document.querySelector(".said");
    if (card && said && !event.target.closest("a")) return read(card, said);
    if (looking && !event.target.closest?.(".plate .acts") && document.getElementById("answer")) show();
    if (!(pushed && document.getElementById("answer")) && !every) return;
    event.preventDefault();
    shownFor = null;
    if (every) return letGo();
    press(pushed.value);
    show();
    if (pushed.closest(".verb") && !pushed.checkVisibility()) document.querySelector(".play")?.focus({ preventScroll: true }); // it was chosen, and is gone
  });

  // ---- a card of the hand can be dragged to where it is played ---------------------------------------------------------
  const alone = (object) => {
    const left = rows().filter((row) => !row.parentElement.hidden && concerns(object, row.dataset.option));
    return left.length === 1 ? left[0].dataset.option : null;
  };
  document.addEventListener("pointerdown", async (event) => {
    const push = event.target.closest?.(".hand .press");
    if (!push || !event.isPrimary || event.button || !isOne()) return;
    const { drag } = await import(table().dataset.drag);
    drag(event, push, { press, show, letGo, isPicked: (id) => picked.includes(id), left: alone });
  });

  // ---- a move in place: forms of the table are sent without leaving the page -------------------------------------------
  const heard = (words, asked) => {
    const ticker = document.getElementById("ticker"), place = ticker?.querySelector("a") ?? ticker, count = ticker?.querySelector(".number");
    if (!place || !(words || asked)) return;
    place.replaceChildren(...(count ? [count, " "] : []), words, Object.assign(document.createElement("span"), { className: "visually-hidden", textContent: ` – ${asked}` }));
  };

  // What lies under a finger stays there until the finger has been lifted and the press has counted.
  let down = false, release = 0;
  const free = (after) => { clearTimeout(release); release = setTimeout(() => (down = false), after); };
  const lifted = async () => { while (down) await new Promise((done) => setTimeout(done, 40)); };
  document.addEventListener("pointerdown", () => { clearTimeout(release); down = true; }, true);
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => free(250), true);
  document.addEventListener("click", () => free(0), true);

  // Choices that are made but not sent outlast the moves of others: called before the page changes, the answer is called after it.
  const unsent = () => {
    const held = picked, sent = new FormData(document.getElementById("answer")), choices = sent.getAll("choice");
    return () => {
      picked = held;
      const left = isOne() && picked.length ? narrow() : null;
      for (const row of rows()) row.parentElement.hidden = left !== null && !left.has(row.dataset.option);
      for (const one of [...rows().map(inputOf), ...all("#choice")]) {
        if (one.type !== "number") one.checked = choices.includes(one.value);
        else one.value = (one.id ? choices[0] : sent.get(one.name)) ?? "";
      }
    };
  };

  const swap = (text, address, told = false) => {
    const page = new DOMParser().parseFromString(text, "text/html"), next = page.getElementById("table");
    if (!next) return address === location.href.split("#")[0] || address.endsWith("/answer/") ? location.reload() : location.assign(address);
    const old = table(), typed = all("textarea, input:not([type=hidden], [type=radio], [type=checkbox], [type=number])", old);
    if (told && Number(next.dataset.seq) < Number(old.dataset.seq)) return; // asked for before a move that is shown by now
    const kept = new Map(typed.filter((one) => one.id && one.value !== one.defaultValue).map((one) => [one.id, one.value]));
    const sameQuestion = next.dataset.nth === old.dataset.nth, again = told && sameQuestion && document.getElementById("answer") ? unsent() : null;
    const asked = document.getElementById("answer") !== null;
    const now = document.activeElement, focus = now?.id ? `#${now.id}` : now?.matches(".press") ? `.press[value="${CSS.escape(now.value)}"]` : null;
    const left = (!told || old.contains(now) || "busy" in old.dataset) && !document.querySelector(":target > .close");
    const sheet = document.querySelector(":target"), at = sheet?.scrollTop, news = page.querySelector("#ticker");
    old.replaceWith(document.adoptNode(next));
    document.querySelector("main > [role=status]")?.remove();
    const outcome = page.querySelector("main > [role=status]"); // what became of a form, such as an order in its words
    if (outcome) next.before(document.adoptNode(outcome));
    document.title = page.title;
    document.querySelector("link[rel=icon]").replaceWith(document.adoptNode(page.querySelector("link[rel=icon]")));
    badge();
    all("textarea, input", next).forEach((one) => kept.has(one.id) && (sameQuestion || !one.closest("#answer")) && (one.value = kept.get(one.id)));
    picked = all("#look input[name=pick]").map((input) => input.value);
    again?.();
    window.htmx?.process(next);
    if (location.hash) location.replace(location.hash); // the target of the address is another element now
    if (at) document.getElementById(sheet.id)?.scrollTo(0, at);
    if (document.getElementById("answer")) show();
    if (told && !asked && document.getElementById("answer") && next.dataset.sounds) ring();
    count();
    // What had the focus may be gone with the move, or has lost it while it waited, as Play does: the keyboard goes on from the question.
    const target = next.querySelector("[role=alert]") ?? (focus && document.querySelector(focus)) ?? (left && (next.querySelector("#plate-title") ?? next.querySelector(".plate-body")));
    if (target) target.focus({ preventScroll: !target.matches("[role=alert]") });
    news?.querySelector(".number")?.remove();
    heard((news?.textContent ?? "").trim(), next.querySelector(".due")?.textContent.trim() ?? "");
  };

  // The number of games that wait, on the icon of the installed site; and a short tone for those who have asked for it.
  const badge = () => navigator.setAppBadge?.(Number(document.querySelector("link[rel=icon]").dataset.waiting ?? 0)).catch(() => {});
  const ring = () => {
    const context = new AudioContext(), tone = context.createOscillator(), volume = context.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.15, context.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.6);
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.6);
    tone.onended = () => context.close();
  };

  // An answer that can still be taken back: its seconds run, then the page asks until it was sent.
  let counting = null;
  const count = () => {
    clearTimeout(counting);
    const left = document.querySelector(".to-send b");
    if (!left) return;
    const seconds = Number(left.textContent);
    counting = seconds > 0
      ? setTimeout(() => { left.textContent = seconds - 1; count(); }, 1000)
      : setTimeout(() => load().catch(() => {}).finally(count), 1500);
  };

  const load = async (address = "", told = true) => {
    const page = new URL(address || location.href.split("#")[0], location), asked = new URL(address || location.pathname, location);
    const since = table().dataset.since; // what is marked as new stays so: this page may follow the last one within a moment
    if (since) asked.searchParams.set("since", since);
    const answer = await fetch(asked, { headers: { "X-Requested-With": "fetch" } }), text = await answer.text();
    if (answer.status >= 429) return; // the pulse asks again
    await lifted();
    swap(text, answer.redirected ? answer.url : page.href, told);
  };

  const nothingChosen = () => {
    const said = document.querySelector(".said"), title = document.querySelector(".plate-title");
    if (!said || chosenRows().length || document.querySelector(".plate input[type=number]") || document.getElementById("text")?.value.trim()) return false;
    if (document.getElementById("answer").dataset.least === "0") return false;
    title.textContent = document.querySelector(".tabs").dataset.none;
    said.querySelector(".plate-text").textContent = "";
    title.focus();
    return true;
  };

  // While a form is on its way, its buttons wait and a line runs below the header. What could not be sent is still there to be sent again.
  const busy = (buttons, on) => {
    table().toggleAttribute("data-busy", on);
    buttons.forEach((one) => (one.disabled = on));
  };
  const notSent = (form) => {
    document.querySelector(".unsent")?.remove();
    const note = Object.assign(document.createElement("div"), { className: "notice notice-bad unsent", tabIndex: -1 });
    note.setAttribute("role", "alert");
    note.append(Object.assign(document.createElement("p"), { textContent: document.querySelector(".tabs").dataset.unsent }));
    if (form.id !== "answer" && form.closest(".sheet")) form.before(note);
    else document.querySelector(".plate-body, .teach").prepend(note);
    note.focus();
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target, action = new URL(form.action || location.href), mine = table()?.contains(form) && form.method === "post";
    if (!mine || form.hasAttribute("hx-post")) return;
    if (event.submitter?.closest(".sheet-play") || document.querySelector(".cloth :target")) location.hash = "#table"; // it lies over the table and what it says
    if (form.id === "answer" && nothingChosen()) return event.preventDefault();
    if (event.submitter?.name === "then_next" || table().dataset.confirms) return;
    event.preventDefault();
    // Before the buttons are disabled: a disabled one is not sent.
    const body = new FormData(form, event.submitter), buttons = all("button", form).concat(all(`button[form="${form.id}"]`)).filter((one) => !one.disabled);
    busy(buttons, true);
    const before = table();
    let answer, text;
    try {
      answer = await fetch(action, { method: "POST", body, signal: AbortSignal.timeout(LONGEST) });
      text = await answer.text();
      if (answer.status >= 429) throw new Error(String(answer.status));
    } catch {
      busy(buttons, false);
      return notSent(form);
    }
    if (new URL(answer.url).pathname !== location.pathname && !answer.url.startsWith(action.href)) return location.assign(answer.url);
    form.reset(); // what was sent is not kept as half typed; what was refused comes back with the page
    swap(text, answer.url, table() !== before); // the stream may have been quicker, and the next choice may be made already
  });

  document.addEventListener("click", () => document.querySelector("main > [role=status]")?.remove());

  // ---- what happened, shown on the table --------------------------------------------------------------------------------
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[data-from]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (location.hash.length > 1) location.hash = "#table"; // an open sheet would lie over the table
    try {
      const { play } = await import(table().dataset.player);
      await play(table(), link);
    } catch {
      location.assign(link.href);
    }
  });

  // ---- a hint, in place: its address may be the present one, which a link would not load again --------------------------
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a.hint");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    await load(link.href, false).catch(() => location.assign(link.href));
  });

  // ---- live: the stream says that a game has changed, the page then shows it ----------------------------------------------
  let waiting = null;
  const follow = () => {
    const at = table();
    if (!at?.dataset.stream || !window.EventSource) return;
    const source = new EventSource(at.dataset.stream, { withCredentials: true });
    source.addEventListener("game", (event) => {
      const told = JSON.parse(event.data), now = table();
      if (told.game !== now?.dataset.code) return;
      const changed = String(told.seq) !== now.dataset.seq || (told.my_turn && String(told.nth) !== now.dataset.nth) || told.status !== "active";
      clearTimeout(waiting);
      if (changed) waiting = setTimeout(() => load().catch(() => {}), 50);
    });
    addEventListener("pagehide", () => source.close());
  };
  addEventListener("pageshow", (event) => event.persisted && (follow(), load().catch(() => {})));
  // Where the stream is not reached, the pulse asks every 20 seconds, and when the page is shown again; what it finds is shown at once as well.
  document.addEventListener("visibilitychange", () => document.hidden || document.getElementById("pulse")?.dispatchEvent(new Event("wake")));
  document.addEventListener("htmx:afterSwap", (event) => event.target.id === "pulse" && event.target.querySelector("a") && load().catch(() => {}));

  // ---- keys -----------------------------------------------------------------------------------------------------------------
  const presses = (zone) => all(".press", zone).filter((one) => one.offsetParent !== null);
  const step = (way) => {
    const now = document.activeElement, zone = now?.closest?.(".zone, .verbs");
    if (!zone) return presses(document.querySelector(".hand") ?? table())[0]?.focus();
    const there = presses(zone), at = there.indexOf(now);
    there[(at + way + there.length) % there.length]?.focus();
  };
  const keys = {
    ArrowRight: () => step(1), ArrowDown: () => step(1), ArrowLeft: () => step(-1), ArrowUp: () => step(-1),
    Escape: () => {
      if (location.hash.length < 2 || !document.querySelector(":target > .close")) return letGo();
      const tab = all(".tabs a").find((link) => link.hash === location.hash);
      location.hash = "#table";
      tab?.focus();
    },
    n: () => location.assign(table().dataset.next),
    "/": () => (location.hash = "#decision"),
    "?": () => { location.hash = "#more"; document.getElementById("keys")?.setAttribute("open", ""); },
    Enter: () => document.querySelector(".play")?.click(),
  };
  document.addEventListener("keydown", (event) => {
    if (!table() || event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input:not([type=radio], [type=checkbox]), select, textarea")) return;
    if (event.target.closest?.("input") && event.key !== "Escape") return;
    const onButton = event.target.closest?.("a, button, summary"), nth = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    if (event.key === "Enter" && onButton && event.target.getAttribute("aria-pressed") !== "true") return;
    if (nth) {
      const card = all(".hand .pile").map((pile) => pile.querySelector(".press")).at(nth - 1);
      if (card) { press(card.value); show(); card.focus(); }
      return;
    }
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  if (document.getElementById("answer")) show();
  badge();
  count();
  follow();
})();
