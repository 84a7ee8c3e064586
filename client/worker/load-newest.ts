import type { FromServer } from './offline-pages.ts';

/** In ms, for a new version before a plain reload. */
const LONGEST_WAIT = 10_000;

/** In ms, between checks whether an outdated page may reload. */
const RELOAD_CHECK_MS = 1000;

/** The version this page began with; without one, no reload is needed. */
const beganWith = navigator.serviceWorker?.controller;

/** Minimum time between reloads that find no newer version, in ms. */
const RELOAD_AGAIN_MS = 60_000;

/** A plain reload gets the same version while a newer worker waits. */
export async function loadNewest(): Promise<void> {
  const timeout = new Promise<'late'>((resolve) => setTimeout(resolve, LONGEST_WAIT, 'late'));
  const result = await Promise.race([activateNewest(), timeout]).catch(() => 'offline');
  if ((result === 'failed' || result === 'late') && (await isAnswered())) loadFromServer();
  else window.location.reload();
}

/**
 * Activates the newest version and reloads when allowed. If none is newer, one of several servers may be
 * older, so reloads are spaced out.
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
  // Unlike the browser's mark, it distinguishes this reload from one by hand.
  history.replaceState({ ...history.state, reloadedAt: Date.now() }, '');
  location.reload();
}

/** Past the service worker, so that a proxy can show its own log-in. */
export function loadFromServer(): void {
  window.location.assign(fromServer());
}

function fromServer(): URL {
  const parameter: FromServer = 'from-server';
  const url = new URL(window.location.href);
  url.searchParams.set(parameter, '');
  return url;
}

/** The server or a proxy's log-in replies; otherwise the browser would show its error page. */
async function isAnswered(): Promise<boolean> {
  const signal = AbortSignal.timeout(LONGEST_WAIT);
  const request = { redirect: 'manual', cache: 'no-store', signal } as const;
  const reply = await fetch(fromServer(), request).catch(() => undefined);
  return reply !== undefined && reply.status < 500;
}

/** `failed`: not stored on the device. Rejects if the server does not answer. */
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

/** Another tab has activated a newer version. */
function isSuperseded(): boolean {
  return Boolean(beganWith) && navigator.serviceWorker.controller !== beganWith;
}

function once(target: EventTarget, event: string): Promise<unknown> {
  return new Promise((resolve) => target.addEventListener(event, resolve, { once: true }));
}
