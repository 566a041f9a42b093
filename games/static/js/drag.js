// Drags a card of the hand to the place where it is played. Dropping it is pressing the card and then the place; Play is still pressed.
// table.js loads this when a card of the hand is first touched, and says what pressing does.
"use strict";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const FAR = 8, BACK = 160;

export const drag = (down, push, { press, show, letGo, isPicked, left }) => {
  const over = new AbortController(), listening = { signal: over.signal };
  const card = push.closest(".card") ?? push.parentElement.querySelector(".card"), from = card.getBoundingClientRect();
  let held = null, target = null, wasPicked = false;

  const lift = () => {
    wasPicked = isPicked(push.value);
    if (!wasPicked) press(push.value);
    held = card.cloneNode(true);
    held.classList.remove("picked", "can");
    held.classList.add("held");
    held.removeAttribute("data-options");
    held.removeAttribute("data-id");
    held.ariaHidden = "true";
    held.querySelector(".press")?.remove();
    Object.assign(held.style, { left: `${from.left}px`, top: `${from.top}px`, fontSize: getComputedStyle(card).fontSize });
    document.getElementById("table").append(held);
    card.classList.add("away");
  };
  const below = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".cloth .lit[data-options]") ?? null;

  const move = (event) => {
    if (event.pointerId !== down.pointerId) return;
    if (!event.buttons || !card.isConnected) return end(); // it was let go before this was loaded, or the table has changed
    const x = event.clientX - down.clientX, y = event.clientY - down.clientY;
    if (!held && Math.hypot(x, y) < FAR) return;
    if (!held) lift();
    held.style.translate = `${x}px ${y}px`;
    const now = below(event);
    target?.classList.toggle("aimed", target === now);
    now?.classList.add("aimed");
    target = now;
    show(target ? left(target) : null);
  };

  const end = (event) => {
    over.abort();
    if (!held) return;
    card.classList.remove("away");
    target?.classList.remove("aimed");
    const there = event?.type === "pointerup" && card.isConnected ? below(event) : null;
    if (there) press(there.querySelector(":scope > .press").value);
    else if (!wasPicked && card.isConnected) letGo();
    show();
    // a press that ends where it began would let the card go again
    addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true, signal: AbortSignal.timeout(50) });
    const back = there || still.matches ? null : held.animate([{}, { translate: "0 0" }], { duration: BACK, easing: "ease-out" });
    if (back) back.finished.finally(() => held.remove());
    else held.remove();
  };

  document.addEventListener("pointermove", move, listening);
  for (const kind of ["pointerup", "pointercancel", "pointerdown"]) document.addEventListener(kind, end, listening);
};
