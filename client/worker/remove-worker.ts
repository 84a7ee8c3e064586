// Served if the operator turns the service worker off: removes itself and all that the other stored.

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));

async function remove(): Promise<void> {
  const own = (await caches.keys()).filter((name) => name.startsWith('framme-'));
  await Promise.all(own.map((name) => caches.delete(name)));
  await self.registration.unregister();
}
