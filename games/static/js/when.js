// Says beside a date how far away it is: "in 2 days, Tue, 24 Nov, 19:00". Without it, the date stands alone.
"use strict";

(() => {
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang || "en", { numeric: "auto" });
  const steps = [["day", 86400, 172800], ["hour", 3600, 5400], ["minute", 60, 0]];

  const say = () => {
    for (const time of document.querySelectorAll("time[data-relative]")) {
      time.dataset.date ??= time.textContent;
      const seconds = (Date.parse(time.dateTime) - Date.now()) / 1000;
      const [unit, size] = steps.find(([, , least]) => Math.abs(seconds) >= least);
      time.textContent = `${words.format(Math.round(seconds / size), unit)}, ${time.dataset.date}`;
    }
  };

  say();
  setInterval(say, 60000);
})();
