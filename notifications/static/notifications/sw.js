// The service worker: shows what arrives, and opens its page when it is pressed. Of the site it keeps one page, which says that there
// is no connection; every other page comes from the site.
"use strict";

self.addEventListener("push", (event) => {
  let news = {};
  try {
    news = event.data?.json() ?? {};
  } catch {
    news = {}; // something that is not ours; browsers insist that something is shown
  }
  const options = { body: news.body ?? "", tag: news.tag, renotify: Boolean(news.tag), data: { link: news.link ?? "/" } };
  event.waitUntil(self.registration.showNotification(news.title ?? "Fate", options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const link = new URL(event.notification.data?.link ?? "/", self.location.origin);
  if (link.origin !== self.location.origin) return;
  const show = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = pages.find((page) => page.url === link.href);
    return open ? open.focus() : self.clients.openWindow(link.href);
  };
  event.waitUntil(show());
});

const OFFLINE = "/offline/", KEPT = "offline-2";

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  event.respondWith(fetch(event.request).catch(async () => (await caches.match(OFFLINE, { cacheName: KEPT })) ?? Response.error()));
});

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add(OFFLINE)).catch(() => undefined));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
