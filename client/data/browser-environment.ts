import { ACCOUNT_KEY } from '#client/data/storage/stored-session.ts';
import { localEntries, permitted } from '#client/data/storage-entries.ts';
import { afterFrame } from '#client/lib/after-frame.ts';
import { whenIdle } from '#client/lib/when-online.ts';
import type { LiveEvent } from '#domain/protocol/live.ts';
import type { Channel, Environment, StreamListener } from './environment.ts';
import type {} from './prefetch-session.ts';

/** Listed here, so that a signed-out page's first screen loads no protocol schemas. */
const LIVE_EVENTS: Record<LiveEvent, true> = { changes: true, changed: true, closed: true, heartbeat: true };

/** `base` is the path below which the server answers, '' for the root. */
export function browserEnvironment(base = ''): Environment {
  return {
    fetch: (path, request) => takePrefetched(base + path) ?? fetch(base + path, request),
    indexedDB: permitted(() => indexedDB),
    keyRange: permitted(() => IDBKeyRange),
    storage: localEntries(),
    now: () => Date.now(),
    monotonicNow: () => performance.now(),
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    zone: deviceZone(),
    locks: navigator.locks,
    channel: (name) => permitted(() => openChannel(name)),
    stream:
      typeof EventSource === 'undefined' ? undefined : (path, listener) => openStream(base + path, listener),
    after: waitFor,
    afterFrame: (work) => afterFrame(work).schedule(),
    whenIdle,
    onWake,
    onStored,
    onSleep,
    isVisible: () => document.visibilityState === 'visible',
    forgetPush: () =>
      void import('./storage/push-subscription.ts').then((push) => push.forgetPush(), console.error),
    persist: () => void navigator.storage?.persist?.().catch(() => false),
  };
}

function takePrefetched(address: string): Promise<Response> | undefined {
  const { prefetched } = window;
  if (prefetched?.path !== address) return undefined;
  window.prefetched = undefined;
  return prefetched.reply;
}

function openChannel(name: string): Channel {
  const channel = new BroadcastChannel(name);
  return {
    post: () => channel.postMessage('changed'),
    onMessage: (listener) => channel.addEventListener('message', listener),
    close: () => channel.close(),
  };
}

function openStream(address: string, { onEvent, onError }: StreamListener): () => void {
  const source = new EventSource(address);
  for (const event of Object.keys(LIVE_EVENTS) as LiveEvent[]) {
    source.addEventListener(event, ({ data }: MessageEvent<string>) => onEvent(event, data));
  }
  source.onerror = onError;
  return () => source.close();
}

/** Asking the browser is slow compared with a tap, so the answer is cached and renewed afterwards. */
function deviceZone(): () => string {
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

function waitFor(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

function listen(...on: readonly [EventTarget, string, (event: never) => unknown][]): () => void {
  const listening = new AbortController();
  for (const [target, event, listener] of on)
    target.addEventListener(event, listener as EventListener, listening);
  return () => listening.abort();
}

function onSleep(listener: () => void): () => void {
  return listen([document, 'visibilitychange', () => document.visibilityState === 'hidden' && listener()]);
}

function onStored(listener: (key: string) => void): () => void {
  const whenWritten = ({ key, newValue }: StorageEvent) => key !== null && newValue !== null && listener(key);
  return listen([window, 'storage', whenWritten]);
}

function onWake(listener: () => void): () => void {
  return listen(
    // Another tab signed in or out.
    [window, 'storage', ({ key }: StorageEvent) => key === ACCOUNT_KEY && listener()],
    [window, 'online', listener],
    [window, 'pageshow', listener],
    [document, 'visibilitychange', () => document.visibilityState === 'visible' && listener()],
  );
}
