import type { FromServer } from './answered-pages.ts';

/** The longest wait for a new version before the page is reloaded without one, in ms. */
const LONGEST_WAIT = 10_000;

/** The time between two looks whether a page that is too old may be reloaded, in ms. */
const RELOAD_CHECK_MS = 1000;

/** The version that this page began with; without one there is no other to reload for. */
const beganWith = navigator.serviceWorker?.controller;

/** The shortest time between two reloads that find no newer version, in ms. */
const RELOAD_AGAIN_MS = 60_000;

/**
 * Reloads the page in the newest version. A reload alone would get the same version again from the service worker, as
 * long as a newer one waits.
 */
export async function loadNewest(): Promise<void> {
  const timeout = new Promise<'late'>((resolve) => setTimeout(resolve, LONGEST_WAIT, 'late'));
  const result = await Promise.race([activateNewest(), timeout]).catch(() => 'offline');
  if ((result === 'failed' || result === 'late') && (await isAnswered())) loadFromServer();
  else window.location.reload();
}

/**
 * Activates the newest version, so that any later start has it, and reloads the page as soon as it may. Where there is none,
 * one server of several may be older, and the page would reload again and again.
 */
export async function leaveOldPage(mayReload: () => boolean, signal: AbortSignal): Promise<void> {
  const result = await activateNewest();
  if (result === 'failed') return;
  const { history, location } = window;
  const { reloadedAt = 0 } = Object(history.state);
  const isAgain = () => result === 'newest' && Math.abs(Date.now() - reloadedAt) < RELOAD_AGAIN_MS;
  while (!signal.aborted && (isAgain() || !mayReload()))
    await new Promise((resolve) => setTimeout(resolve, RELOAD_CHECK_MS));
  if (signal.aborted) return;
  // Unlike the browser's own mark, it tells this reload from one by hand.
  history.replaceState({ ...history.state, reloadedAt: Date.now() }, '');
  location.reload();
}

/** Loads the page past the service worker, so that a proxy in front of the server can ask for its own log-in. */
export function loadFromServer(): void {
  window.location.assign(fromServer());
}

function fromServer(): URL {
  const parameter: FromServer = 'from-server';
  const url = new URL(window.location.href);
  url.searchParams.set(parameter, '');
  return url;
}

/** True if the server, or a proxy with a log-in, answers: past the service worker there is the browser's error page otherwise. */
async function isAnswered(): Promise<boolean> {
  const signal = AbortSignal.timeout(LONGEST_WAIT);
  const request = { redirect: 'manual', cache: 'no-store', signal } as const;
  const reply = await fetch(fromServer(), request).catch(() => undefined);
  return reply !== undefined && reply.status < 500;
}

/** Returns `failed` if the newest version could not be stored on the device. Rejects if the server does not answer. */
async function activateNewest(): Promise<'activated' | 'newest' | 'failed'> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update();
  const next = registration?.installing ?? registration?.waiting;
  if (!next) return isSuperseded() ? 'activated' : 'newest';
  const controlled = once(navigator.serviceWorker, 'controllerchange');
  while (next.state === 'installing') await once(next, 'statechange');
  if (next.state === 'redundant') return 'failed';
  next.postMessage('activate');
  await controlled;
  return 'activated';
}

/** True if another tab has activated a newer version. */
function isSuperseded(): boolean {
  return Boolean(beganWith) && navigator.serviceWorker.controller !== beganWith;
}

function once(target: EventTarget, event: string): Promise<unknown> {
  return new Promise((resolve) => target.addEventListener(event, resolve, { once: true }));
}
