import type { Host } from '#domain/pages/host.ts';

const ADDRESS = '/sw.js';

/**
 * Registers the service worker, which makes the app start without a network. Resolves without one if the browser has none
 * or the server did not answer: the next page tries again.
 */
export async function registerWorker({ serviceWorker }: Host): Promise<void> {
  if (serviceWorker === 'off' || !import.meta.env.PROD) return;
  await navigator.serviceWorker?.register(ADDRESS, { updateViaCache: 'none' }).catch(() => undefined);
}
