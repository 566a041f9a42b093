// The script of every page, small conveniences only: everything works without it. The page of a running game has its own, `table.js`.
"use strict";

(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

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

  // The number of games that wait, on the icon of the installed site.
  const waiting = document.querySelector("link[rel=icon]").dataset.waiting;
  if (waiting !== undefined) navigator.setAppBadge?.(Number(waiting)).catch(() => {});

  // What only works with scripts (passkeys) is hidden without them.
  all("[data-needs-scripts]").forEach((part) => (part.hidden = false));

  // A link that is to be sent on is copied by a press. Pages that came without encryption may not use the clipboard: there it is selected.
  all("button[data-copy]").forEach((button) => {
    const link = document.getElementById(button.dataset.copy);
    button.hidden = false;
    button.addEventListener("click", async () => {
      link.select();
      await navigator.clipboard?.writeText(link.value);
      if (navigator.clipboard) button.textContent = button.dataset.done;
    });
  });

  // Sign-up: tell the server which clock this device follows.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  all("input[data-time-zone]").forEach((input) => (input.value ||= zone ?? ""));
})();
