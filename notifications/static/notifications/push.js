// Asks this browser for permission and hands its address to the site. The block stays hidden where there is no web push.
"use strict";

(() => {
  const block = document.querySelector("[data-push-key]");
  if (!block || !("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return;
  const button = block.querySelector("button");
  const said = block.querySelector("[role=status]");

  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

  const subscribe = async () => {
    if ((await Notification.requestPermission()) !== "granted") throw new Error(block.dataset.denied);
    await navigator.serviceWorker.register("/sw.js");
    const registration = await navigator.serviceWorker.ready;
    const key = bytes(block.dataset.pushKey);
    const known = await registration.pushManager.getSubscription();
    const stale = known && !new Uint8Array(known.options.applicationServerKey ?? []).every((byte, at) => byte === key[at]);
    if (stale) await known.unsubscribe();
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const answer = await fetch(block.dataset.url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": block.querySelector("[name=csrfmiddlewaretoken]").value },
      body: JSON.stringify(subscription),
    });
    if (!answer.ok) throw new Error((await answer.json()).error);
    location.reload();
  };

  button.addEventListener("click", () => {
    button.disabled = true;
    subscribe().catch((error) => {
      said.textContent = error.message || block.dataset.failed;
      button.disabled = false;
    });
  });
  block.hidden = false;
})();
