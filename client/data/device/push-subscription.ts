import type { FrammeData } from '#client/data/port.ts';
import { permitted, readJson, writeEntry } from '#client/data/storage-entries.ts';
import { registerWorker } from '#client/lib/register-worker.ts';
import { base64Url } from '#client/lib/secret-hash.ts';
import type { Id } from '#domain/ids.ts';
import type { CallReply } from '#domain/protocol/calls.ts';
import { decline } from './offers.ts';

/** Web Push on this device (W3C Push API; docs/decisions/0049-told-in-the-pocket.md). The server keeps what the browser gave. */

const KEY = 'framme.push';
/** The longest wait for the push service, in ms: without a network a browser may wait for ever. */
const LONGEST_WAIT = 15_000;

export type PushState = CallReply<'pushState'>;

/** The parent who turned it on here, and whether they want another parent's taps: a later start subscribes again for them alone. */
interface Wish {
  uid: Id;
  taps: boolean;
}

/** The result of asking the browser; `late`: its push service did not answer. */
type Subscribed = 'on' | 'blocked' | 'late' | 'host';

/** False if the browser cannot receive messages; some can only in the app on the home screen. */
export function canReceivePush(): boolean {
  return navigator.serviceWorker !== undefined && 'PushManager' in window && 'Notification' in window;
}

/** True if this account turned it on here, also if the browser or the push service has lost it since. */
export function wantsPush(uid: Id): boolean {
  return wishOf(uid) !== undefined;
}

function wishOf(uid: Id): Wish | undefined {
  const wish: Partial<Wish> = Object(
    readJson(
      permitted(() => localStorage),
      KEY,
    ),
  );
  return wish.uid === uid ? { uid, taps: wish.taps === true } : undefined;
}

function keepWish(wish: Wish | undefined): void {
  writeEntry(
    permitted(() => localStorage),
    KEY,
    wish && JSON.stringify(wish),
  );
}

/**
 * Subscribes this device with the server's key, in place of a subscription that the server does not hold. The browser must have
 * been asked for its permission. Rejects with CallFailed if the server does not take it.
 */
export function subscribeToPush(data: FrammeData, wish: Wish): Promise<Subscribed> {
  return oneTabAtATime(async () => subscribed(data, wish, await data.ask('pushState', {})));
}

async function subscribed(data: FrammeData, wish: Wish, { key, device }: PushState): Promise<Subscribed> {
  if (key === null) return 'host';
  try {
    const asked = withinWait(browserSubscription(key, device?.endpoint));
    const { endpoint = '', keys } = (await asked).toJSON();
    // Meanwhile another parent may have signed in, who asked for nothing.
    if (data.household()?.account.uid !== wish.uid) return 'late';
    const { p256dh = '', auth = '' } = keys ?? {};
    await data.ask('subscribe', { endpoint, p256dh, auth, taps: wish.taps });
    keepWish(wish);
    return 'on';
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return error.name === 'NotAllowedError' ? 'blocked' : 'late';
  }
}

/** Two tabs that subscribe at once would end each other's subscription. */
function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks.request('framme.push', work);
}

/** A subscription that the server does not hold may be one that the push service has forgotten. */
async function browserSubscription(key: string, held: string | undefined): Promise<PushSubscription> {
  // A first version whose files were interrupted is gone, and `ready` would wait for ever.
  if (!(await ownRegistration())) await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const former = await pushManager.getSubscription();
  if (former && (former.endpoint !== held || keyOf(former) !== key)) await former.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function keyOf({ options }: PushSubscription): string {
  return base64Url(new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0)));
}

function withinWait<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new DOMException('', 'TimeoutError')), LONGEST_WAIT),
  );
  return Promise.race([work, late]);
}

/** Ends the subscription at the server and here, and offers none again. Rejects with CallFailed, nothing changed, if the server does not answer. */
export function unsubscribeFromPush(data: FrammeData): Promise<void> {
  return oneTabAtATime(async () => {
    await data.ask('unsubscribe', {});
    await forgetPush();
    decline('notify');
  });
}

/** Forgets the wish and the browser's subscription, and closes what is shown; the server is not told. Never rejects. */
export async function forgetPush(): Promise<void> {
  keepWish(undefined);
  const registration = await ownRegistration();
  await closeNotifications();
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
}

/** Closes the notifications of this device: the app shows what they say, or nobody may see it here any more. Never rejects. */
export async function closeNotifications(): Promise<void> {
  const shown = await (await ownRegistration())?.getNotifications?.().catch(() => []);
  for (const notification of shown ?? []) notification.close();
}

async function ownRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration().catch(() => undefined);
}

/**
 * Returns what the server knows of this device. Where this account turned it on, and browser and server differ, the device
 * subscribes again: a push service, a new key or a new session may have ended it. Rejects with CallFailed.
 */
export function renewedPushState(data: FrammeData): Promise<PushState> {
  return oneTabAtATime(() => renewed(data));
}

async function renewed(data: FrammeData): Promise<PushState> {
  const state = await data.ask('pushState', {});
  const wish = wishOf(data.household()?.account.uid ?? '');
  const isAsked = wish && state.key !== null && canReceivePush() && Notification.permission === 'granted';
  if (!isAsked || (await isHeld(state))) return state;
  const result = await subscribed(data, wish, state);
  return result === 'on' ? data.ask('pushState', {}) : state;
}

/** True if the browser's subscription is the one that the server holds, with the server's present key. */
async function isHeld({ key, device }: PushState): Promise<boolean> {
  const subscription = await (await ownRegistration())?.pushManager.getSubscription();
  return subscription?.endpoint === device?.endpoint && subscription != null && keyOf(subscription) === key;
}

/** True if this device is told: browser and server hold the same subscription. */
export async function isToldByPush(state: PushState): Promise<boolean> {
  return canReceivePush() && Notification.permission === 'granted' && (await isHeld(state));
}
