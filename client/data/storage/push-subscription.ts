import type { FrammeData } from '#client/data/port.ts';
import { localEntries, readJson, writeEntry } from '#client/data/storage-entries.ts';
import { registerWorker } from '#client/lib/register-worker.ts';
import { base64Url } from '#client/lib/secret-hash.ts';
import type { Id } from '#domain/ids.ts';
import type { CallReply } from '#domain/protocol/calls.ts';
import { decline } from './offers.ts';

/** W3C Push API; docs/decisions/0049-web-push.md. */

const KEY = 'framme.push';
/** In ms; offline a browser may wait for ever. */
const LONGEST_WAIT = 15_000;

type PushState = CallReply<'pushState'>;

/** Later starts renew it for this parent only; `taps`: alerts for other parents' taps. */
interface PushPreference {
  uid: Id;
  taps: boolean;
}

/** 'late': the push service did not answer; 'host': push is off on this server. */
type Subscribed = 'on' | 'blocked' | 'late' | 'host';

/** Some browsers receive push only in the app on the home screen. */
export function canReceivePush(): boolean {
  return navigator.serviceWorker !== undefined && 'PushManager' in window && 'Notification' in window;
}

/** Stays true if the browser or the push service lost the subscription. */
export function wantsPush(uid: Id): boolean {
  return preferenceOf(uid) !== undefined;
}

function preferenceOf(uid: Id): PushPreference | undefined {
  const preference: Partial<PushPreference> = Object(readJson(localEntries(), KEY));
  return preference.uid === uid ? { uid, taps: preference.taps === true } : undefined;
}

function savePreference(preference: PushPreference | undefined): void {
  writeEntry(localEntries(), KEY, preference && JSON.stringify(preference));
}

/**
 * Needs the browser's permission. Replaces a subscription the server does not hold. Rejects with CallFailed.
 */
export function subscribeToPush(data: FrammeData, preference: PushPreference): Promise<Subscribed> {
  return oneTabAtATime(async () => subscribed(data, preference, await data.call('pushState', {})));
}

async function subscribed(
  data: FrammeData,
  preference: PushPreference,
  { key, device }: PushState,
): Promise<Subscribed> {
  if (key === null) return 'host';
  try {
    const asked = withinWait(browserSubscription(key, device?.endpoint));
    const { endpoint = '', keys } = (await asked).toJSON();
    // Another parent may have signed in meanwhile.
    if (data.household()?.account.uid !== preference.uid) return 'late';
    const { p256dh = '', auth = '' } = keys ?? {};
    await data.call('subscribe', { endpoint, p256dh, auth, taps: preference.taps });
    savePreference(preference);
    return 'on';
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return error.name === 'NotAllowedError' ? 'blocked' : 'late';
  }
}

/** Two tabs at once would end each other's subscription. */
function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks.request('framme.push', work);
}

/** The push service may have dropped a subscription that the server does not hold. */
async function browserSubscription(key: string, held: string | undefined): Promise<PushSubscription> {
  // An interrupted installation leaves no worker, and `ready` would wait for ever.
  if (!(await ownRegistration())) await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const previous = await pushManager.getSubscription();
  if (previous && (previous.endpoint !== held || keyOf(previous) !== key)) await previous.unsubscribe();
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

/** Declines further offers. If the call fails, nothing has changed. */
export function unsubscribeFromPush(data: FrammeData): Promise<void> {
  return oneTabAtATime(async () => {
    await data.call('unsubscribe', {});
    await forgetPush();
    decline('notify');
  });
}

/** The server is not notified. Never rejects. */
export async function forgetPush(): Promise<void> {
  savePreference(undefined);
  const registration = await ownRegistration();
  await closeNotifications();
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
}

/** Never rejects. */
export async function closeNotifications(): Promise<void> {
  const shown = await (await ownRegistration())?.getNotifications?.().catch(() => []);
  for (const notification of shown ?? []) notification.close();
}

async function ownRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration().catch(() => undefined);
}

/**
 * Subscribes again if browser and server differ: a push service, new key or new session may have ended it.
 * Rejects with CallFailed.
 */
export function renewedPushState(data: FrammeData): Promise<PushState> {
  return oneTabAtATime(() => renewed(data));
}

async function renewed(data: FrammeData): Promise<PushState> {
  const state = await data.call('pushState', {});
  const preference = preferenceOf(data.household()?.account.uid ?? '');
  const isAsked =
    preference && state.key !== null && canReceivePush() && Notification.permission === 'granted';
  if (!isAsked || (await isHeld(state))) return state;
  const result = await subscribed(data, preference, state);
  return result === 'on' ? data.call('pushState', {}) : state;
}

async function isHeld({ key, device }: PushState): Promise<boolean> {
  const subscription = await (await ownRegistration())?.pushManager.getSubscription();
  return subscription?.endpoint === device?.endpoint && subscription != null && keyOf(subscription) === key;
}

/** Permitted, and browser and server have the same subscription. */
export async function receivesPush(state: PushState): Promise<boolean> {
  return canReceivePush() && Notification.permission === 'granted' && (await isHeld(state));
}
