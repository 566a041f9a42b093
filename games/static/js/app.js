// The only script of ours. Everything works without it; it lets the table and the list of choices point at each other.
//
// A choice row carries data-option="3"; objects on the table carry data-options="1 3". Pointing at, focusing or choosing
// a row lights up its objects; pressing an object takes its choice, or leads to the first of several.
"use strict";

(() => {
  const rows = () => document.querySelectorAll("[data-option]");
  const objects = (number) => document.querySelectorAll(`[data-options~="${number}"]`);

  const light = (number, on) => objects(number).forEach((object) => object.classList.toggle("lit", on));

  const refresh = () => {
    document.querySelectorAll(".lit").forEach((object) => object.classList.remove("lit"));
    rows().forEach((row) => {
      if (row.querySelector("input:checked")) light(row.dataset.option, true);
    });
  };

  const rowOf = (event) => event.target.closest?.("[data-option]");

  document.addEventListener("pointerover", (event) => {
    const row = rowOf(event);
    if (!row) return;
    refresh();
    light(row.dataset.option, true);
  });
  document.addEventListener("pointerout", (event) => rowOf(event) && refresh());
  document.addEventListener("focusin", (event) => rowOf(event) && light(rowOf(event).dataset.option, true));
  document.addEventListener("focusout", (event) => rowOf(event) && refresh());
  document.addEventListener("change", (event) => rowOf(event) && refresh());

  document.addEventListener("click", (event) => {
    const object = event.target.closest?.("[data-options]");
    if (!object) return;
    const numbers = object.dataset.options.split(" ");
    const inputs = [...rows()].filter((row) => numbers.includes(row.dataset.option)).map((row) => row.querySelector("input"));
    const input = inputs.find((one) => one && !one.checked) ?? inputs[0];
    if (!input) return;
    if (inputs.length === 1) input.checked = input.type === "radio" ? true : !input.checked;
    input.focus();
    refresh();
  });

  // On a page of a moment the arrow keys step to the one before or after, unless somebody is typing or choosing.
  document.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
    document.querySelector(`a[rel="${way}"]`)?.click();
  });

  document.addEventListener("htmx:afterSettle", refresh);
  // Other menus close when one opens, and all close on Escape or a press outside.
  const menus = () => document.querySelectorAll("details.menu[open]");
  document.addEventListener("click", (event) => menus().forEach((menu) => menu.contains(event.target) || menu.removeAttribute("open")));
  document.addEventListener("keydown", (event) => event.key === "Escape" && menus().forEach((menu) => menu.removeAttribute("open")));

  // Sign-up: tell the server which clock this device follows.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  document.querySelectorAll("input[data-time-zone]").forEach((input) => (input.value ||= zone ?? ""));
  refresh();
})();
