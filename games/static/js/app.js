// The only script of ours. Everything works without it: objects on the table are buttons of a form that asks for the page
// with those objects picked. With it, picking happens on the spot. The rules of picking are those of games/render/picking.py.
//
// A choice row carries data-option="3"; objects that choices concern carry data-options="1 3" and hold a button.press.
"use strict";

(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const rows = () => all("#answer [data-option]");
  const inputOf = (row) => row.querySelector("input");
  const objects = () => all("[data-options]");
  const idOf = (object) => object.querySelector(":scope > .press").value;
  const concerns = (object, number) => object.dataset.options.split(" ").includes(number);
  const chosen = (input) => (input.type === "number" ? input.value !== "" : input.checked);
  const chosenRows = () => rows().filter((row) => chosen(inputOf(row))).sort((a, b) => Number(inputOf(a).value) - Number(inputOf(b).value) || 0);
  const say = (row, what) => row.querySelector(what)?.textContent ?? "";

  let picked = all("#look input").map((input) => input.value);

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

  const press = (id) => {
    if (rows().some((row) => inputOf(row).type !== "radio")) return toggleOne(id);
    picked = picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id];
    const left = narrow();
    for (const row of rows()) {
      const stays = !picked.length || left.has(row.dataset.option);
      row.parentElement.hidden = !stays;
      inputOf(row).checked = picked.length > 0 && left.size === 1 && stays;
    }
  };

  const foretell = (object, text) => {
    let word = object.querySelector(":scope > .foretold");
    if (!text) return word?.remove();
    word ??= object.appendChild(Object.assign(document.createElement("span"), { className: "foretold" }));
    word.textContent = text;
  };

  // Everything on the page says the same: objects, rows, and the line within reach of a thumb.
  const show = (pointedAt = null) => {
    const taken = chosenRows(), open = rows().filter((row) => !row.parentElement.hidden);
    const several = rows().some((row) => inputOf(row).type !== "radio");
    for (const object of objects()) {
      const id = idOf(object);
      const left = open.filter((row) => concerns(object, row.dataset.option));
      const mine = taken.some((row) => concerns(object, row.dataset.option));
      const isPicked = several ? mine : picked.includes(id);
      const isLit = !isPicked && (mine || (picked.length > 0 && left.length > 0) || (pointedAt !== null && concerns(object, pointedAt)));
      object.classList.toggle("picked", isPicked);
      object.classList.toggle("lit", isLit);
      object.querySelector(":scope > .press").setAttribute("aria-pressed", String(isPicked));
      foretell(object, isLit && !several && picked.length > 0 && left.length === 1 ? say(left[0], ".choice-outcome") : "");
    }
    all(".all-choices").forEach((line) => (line.hidden = picked.length === 0));
    const thumb = document.getElementById("thumb");
    if (!thumb) return;
    const line = thumb.querySelector(".thumb-said"), strong = document.createElement("b");
    strong.textContent = taken.length ? taken.map((row) => say(row, ".choice-label")).join(", ") : thumb.dataset.prompt;
    line.replaceChildren(strong, taken.length === 1 ? ` ${say(taken[0], ".choice-outcome")}` : picked.length ? ` (${open.length})` : "");
    thumb.querySelector("button").hidden = taken.length === 0;
  };

  const letGo = () => {
    picked = [];
    rows().forEach((row) => (row.parentElement.hidden = false));
  };

  const rowOf = (event) => event.target.closest?.("#answer [data-option]");
  document.addEventListener("pointerover", (event) => rowOf(event) && show(rowOf(event).dataset.option));
  document.addEventListener("pointerout", (event) => rowOf(event) && show());
  document.addEventListener("focusin", (event) => rowOf(event) && show(rowOf(event).dataset.option));
  document.addEventListener("input", (event) => rowOf(event) && show());

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".press"), every = event.target.closest?.(".all-choices a");
    if (!(button && document.getElementById("answer")) && !every) return;
    event.preventDefault();
    if (button) press(button.value);
    else letGo();
    show();
  });

  // On a page of a moment the arrow keys step to the one before or after, unless somebody is typing or choosing.
  document.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
    document.querySelector(`a[rel="${way}"]`)?.click();
  });

  // A link to a line of the log (#12) that is no longer on the page leads to that moment.
  const moment = location.hash.slice(1), table = document.querySelector("article[data-moments]");
  if (table && /^\d{1,6}$/.test(moment) && !document.getElementById(moment)) location.replace(`${table.dataset.moments}at/${moment}/`);

  // Other menus close when one opens, and all close on Escape or a press outside.
  const menus = () => all("details.menu[open]");
  document.addEventListener("click", (event) => menus().forEach((menu) => menu.contains(event.target) || menu.removeAttribute("open")));
  document.addEventListener("keydown", (event) => event.key === "Escape" && menus().forEach((menu) => menu.removeAttribute("open")));

  // Sign-up: tell the server which clock this device follows.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  all("input[data-time-zone]").forEach((input) => (input.value ||= zone ?? ""));
  if (document.getElementById("answer")) show();
})();
