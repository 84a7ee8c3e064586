import { registerWorker } from '#client/lib/register-worker.ts';
import type { SiteInfo } from '#domain/pages/site-info.ts';
import type { ActiveMark, FromServer } from './offline-pages.ts';

/** Minimum time between update checks of an open page, in ms. */
const CHECK_MS = 60 * 60_000;

/** Calls back until the signal when the page is outdated. Rejects if the server does not answer. */
export async function followWorker(host: SiteInfo, onUpdate: () => void, signal: AbortSignal): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !import.meta.env.PROD) return;
  forgetDetour();
  if (host.serviceWorker === 'off') return void (await serviceWorker.getRegistration())?.update();
  const registration = await registerWorker();
  if (!registration || signal.aborted) return;
  followVersions(registration, onUpdate, signal);
  checkWhenVisible(registration, signal);
}

/** A newer version waits, or another tab has activated one. */
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
    // The first version takes over a page loaded without one.
    if (controller) onUpdate();
    controller = container.controller;
  };
  registration.addEventListener('updatefound', follow, { signal });
  container.addEventListener('controllerchange', onChange, { signal });
  follow();
  ifWaiting();
}

/**
 * Without a mark the active worker stores nothing, as after the operator turned it off and on: do not ask.
 */
async function offerWaiting({ waiting }: ServiceWorkerRegistration, onUpdate: () => void): Promise<void> {
  const mark: ActiveMark = '/active';
  // Read before the wait, in which a first version may take over the page.
  const { controller } = navigator.serviceWorker;
  if (!waiting) return;
  if (!(await caches.match(mark))) waiting.postMessage('activate');
  else if (controller) onUpdate();
}

/** Navigations check by themselves; a page open for days checks when it becomes visible. */
function checkWhenVisible(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  let checkedAt = performance.now();
  const check = () => {
    if (document.hidden || performance.now() - checkedAt < CHECK_MS) return;
    checkedAt = performance.now();
    registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', check, { signal });
}

/** The device answers the next start again. */
function forgetDetour(): void {
  const parameter: FromServer = 'from-server';
  const url = new URL(window.location.href);
  if (!url.searchParams.has(parameter)) return;
  url.searchParams.delete(parameter);
  window.history.replaceState(window.history.state, '', url);
}
