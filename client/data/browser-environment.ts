import { ACCOUNT_KEY } from '#client/data/storage/remembered-account.ts';
import { liveEvents } from '#domain/protocol/live-events.ts';
import type { Channel, DeviceStorage, Environment, Hearer } from './environment.ts';

/** After so long, in ms, a frame is no longer waited for. */
const LONGEST_FRAME = 100;

/** The real browser. In: the path below which the server answers, '' for the root. */
export function browserEnvironment(base = ''): Environment {
  return {
    fetch: (path, request) => fetch(base + path, request),
    indexedDB: permitted(() => indexedDB),
    keyRange: permitted(() => IDBKeyRange),
    storage: permitted((): DeviceStorage => localStorage),
    now: () => Date.now(),
    uptime: () => performance.now(),
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    zone: zoneOfDevice(),
    locks: navigator.locks,
    channel: (name) => permitted(() => openChannel(name)),
    stream:
      typeof EventSource === 'undefined' ? undefined : (path, hearer) => openStream(base + path, hearer),
    after: waitFor,
    afterFrame,
    onWake,
    onSleep,
    isVisible: () => document.visibilityState === 'visible',
    askToPersist: () => void navigator.storage?.persist?.().catch(() => false),
  };
}

/** A browser that forbids storage throws on the mere mention of it. */
function permitted<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

function openChannel(name: string): Channel {
  const line = new BroadcastChannel(name);
  return {
    tell: () => line.postMessage('changed'),
    onTold: (listener) => line.addEventListener('message', listener),
    close: () => line.close(),
  };
}

function openStream(address: string, { heard, broken }: Hearer): () => void {
  const source = new EventSource(address);
  for (const event of liveEvents) {
    source.addEventListener(event, ({ data }: MessageEvent<string>) => heard(event, data));
  }
  source.onerror = broken;
  return () => source.close();
}

/** To ask takes longer than all else that a tap does, so each asking renews the answer for the next. */
function zoneOfDevice(): () => string {
  const ask = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
  let known: string | undefined;
  const renew = () => {
    known = ask();
  };
  document.addEventListener('visibilitychange', renew);
  return () => {
    setTimeout(renew, 1000);
    known ??= ask();
    return known;
  };
}

/** A page that is not seen draws no frames. */
function afterFrame(work: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    work();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LONGEST_FRAME);
}

function waitFor(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

function onSleep(listener: () => void): () => void {
  const listening = new AbortController();
  const whenHidden = () => document.visibilityState === 'hidden' && listener();
  document.addEventListener('visibilitychange', whenHidden, listening);
  return () => listening.abort();
}

function onWake(listener: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const whenVisible = () => document.visibilityState === 'visible' && listener();
  // Another tab signed in or out; this event comes when its storage is seen here.
  const whenRemembered = ({ key }: StorageEvent) => key === ACCOUNT_KEY && listener();
  window.addEventListener('storage', whenRemembered, { signal });
  window.addEventListener('online', listener, { signal });
  window.addEventListener('pageshow', listener, { signal });
  document.addEventListener('visibilitychange', whenVisible, { signal });
  return () => listening.abort();
}
