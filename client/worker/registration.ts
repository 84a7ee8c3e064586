import { registerWorker } from '#client/lib/register-worker.ts';
import type { Host } from '#domain/pages/host.ts';
import type { ActiveMark, FromServer } from './answered-pages.ts';

/** The shortest time between two questions for a new version from an open page, in ms. */
const CHECK_MS = 60 * 60_000;

/**
 * Registers the service worker, which makes the app start without a network, and calls back when this page is not of the
 * newest version any more, until the signal. Does nothing if the browser has none; rejects if the server does not answer.
 */
export async function followWorker(host: Host, onUpdate: () => void, signal: AbortSignal): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !import.meta.env.PROD) return;
  forgetDetour();
  if (host.serviceWorker === 'off') return void (await serviceWorker.getRegistration())?.update();
  const registration = await registerWorker();
  if (!registration || signal.aborted) return;
  followVersions(registration, onUpdate, signal);
  checkWhenVisible(registration, signal);
}

/** Calls back when a newer version waits for this page, or when another tab has activated one. */
function followVersions(
  registration: ServiceWorkerRegistration,
  onUpdate: () => void,
  signal: AbortSignal,
): void {
  const { serviceWorker: container } = navigator;
  let { controller } = container;
  const ifWaiting = () => void offerWaiting(registration, onUpdate);
  const follow = () => registration.installing?.addEventListener('statechange', ifWaiting, { signal });
  const onChange = () => {
    // The first version takes over a page that was loaded without any.
    if (controller) onUpdate();
    controller = container.controller;
  };
  registration.addEventListener('updatefound', follow, { signal });
  container.addEventListener('controllerchange', onChange, { signal });
  follow();
  ifWaiting();
}

/** Without a mark the active one has nothing stored, as after a host turned it off and on again: nobody is asked then. */
async function offerWaiting({ waiting }: ServiceWorkerRegistration, onUpdate: () => void): Promise<void> {
  const mark: ActiveMark = '/active';
  // Read before the wait, in which a first version may become active and take the page over.
  const { controller } = navigator.serviceWorker;
  if (!waiting) return;
  if (!(await caches.match(mark))) waiting.postMessage('activate');
  else if (controller) onUpdate();
}

/** A navigation asks by itself; a page that stays open for days asks when somebody comes back to it. */
function checkWhenVisible(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  let checkedAt = performance.now();
  const check = () => {
    if (document.hidden || performance.now() - checkedAt < CHECK_MS) return;
    checkedAt = performance.now();
    registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', check, { signal });
}

/** The next start is answered by the device again. */
function forgetDetour(): void {
  const parameter: FromServer = 'from-server';
  const url = new URL(window.location.href);
  if (!url.searchParams.has(parameter)) return;
  url.searchParams.delete(parameter);
  window.history.replaceState(window.history.state, '', url);
}
