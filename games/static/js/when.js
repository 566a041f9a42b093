// Says beside a date how far away it is: "in 2 days, Tue, 24 Nov, 19:00"; where there is little room, "4 minutes ago" with the date as its
// title. Without it, the date stands alone.
"use strict";

(() => {
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang || "en", { numeric: "auto" });
  const steps = [["day", 86400, 171000], ["hour", 3600, 5400], ["minute", 60, 0]];

  const say = () => {
    for (const time of document.querySelectorAll("time[data-relative]")) {
      time.dataset.date ??= time.textContent;
      const seconds = (Date.parse(time.dateTime) - Date.now()) / 1000;
      const [unit, size] = steps.find(([, , least]) => Math.abs(seconds) >= least);
      const away = words.format(Math.round(seconds / size), unit), short = time.dataset.relative === "short";
      time.textContent = short ? away : `${away}, ${time.dataset.date}`;
      if (short) time.title = time.dataset.date;
    }
  };

  say();
  setInterval(say, 60000);
})();
