import { ACCOUNT_KEY } from '#client/data/device/stored-session.ts';
import { permitted } from '#client/data/storage-entries.ts';
import { whenIdle } from '#client/lib/when-online.ts';
import type { LiveEvent } from '#domain/protocol/live.ts';
import type { Channel, DeviceStorage, Environment, StreamListener } from './environment.ts';
import type {} from './new-device.ts';

/** Listed here, because the first screen of a signed-out page must not load the schemas of the protocol. */
const LIVE_EVENTS: Record<LiveEvent, true> = { changes: true, changed: true, closed: true, heartbeat: true };
/** The longest wait for a frame, in ms. */
const MAX_FRAME_MS = 100;

/** The environment of a real browser. `base` is the path below which the server answers, '' for the root. */
export function browserEnvironment(base = ''): Environment {
  return {
    fetch: (path, request) => takeAsked(base + path) ?? fetch(base + path, request),
    indexedDB: permitted(() => indexedDB),
    keyRange: permitted(() => IDBKeyRange),
    storage: permitted((): DeviceStorage => localStorage),
    now: () => Date.now(),
    uptime: () => performance.now(),
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    zone: deviceZone(),
    locks: navigator.locks,
    channel: (name) => permitted(() => openChannel(name)),
    stream:
      typeof EventSource === 'undefined' ? undefined : (path, listener) => openStream(base + path, listener),
    after: waitFor,
    afterFrame,
    whenIdle,
    onWake,
    onStored,
    onSleep,
    isVisible: () => document.visibilityState === 'visible',
    forgetPush: () =>
      void import('./device/push-subscription.ts').then((push) => push.forgetPush(), console.error),
    persist: () => void navigator.storage?.persist?.().catch(() => false),
  };
}

/** Returns the answer that the document's first script has asked for (new-device.ts), once. */
function takeAsked(address: string): Promise<Response> | undefined {
  const { asked } = window;
  if (asked?.path !== address) return undefined;
  window.asked = undefined;
  return asked.reply;
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

/** Asking the browser is slow compared with the rest of a tap, so the answer is cached and renewed afterwards. */
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

/** Falls back to a timer: a hidden page draws no frames. */
function afterFrame(work: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    work();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, MAX_FRAME_MS);
}

function waitFor(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

/** Listens to events of the window or the document. Returns a function that stops. */
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
