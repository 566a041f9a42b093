// Shows, on a form about a tournament, the settings of the chosen game only. Without it, those of every game can be opened.
"use strict";

(() => {
  const chosen = document.querySelector("select[name=rules]"), parts = document.querySelectorAll("[class*=settings-of-]");

  const show = () => {
    for (const part of parts) {
      part.hidden = !part.classList.contains(`settings-of-${chosen.value}`);
      part.querySelector("details").open = true;
    }
  };

  if (chosen === null) return;
  chosen.addEventListener("change", show);
  show();
})();
