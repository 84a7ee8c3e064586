import type { Alert } from '#domain/alerts.ts';
import type { Child, Friend, Guest, Profile, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { FollowRow } from './followers.ts';

/**
 * Alerts to a family's own devices, delivered at least once, and the devices. Saving a batch puts alerts; one of the same path
 * and kind replaces the one that waits, also one that is being sent.
 */
export interface AlertStore {
  /**
   * Puts the alert about a parent's tap if another parent of the household has a device that wants it, and one for each home that
   * follows the visitor. One read, as long as there is nobody. Returns those homes.
   */
  putTapAlert(household: Id, alert: Alert): Promise<Id[]>;
  /** Returns true if an alert may be due: a read without a lock. */
  hasDueAlerts(now: string): Promise<boolean>;
  /**
   * Takes due alerts, the oldest first and of a household one, under a lease: nobody else gets them before `until`. `but`: none of
   * these households. There may be more unless none is returned.
   */
  takeAlerts(now: string, until: string, limit: number, but?: readonly Id[]): Promise<TakenAlert[]>;
  /** Removes a taken alert, or puts it off; does nothing if the lease is over or another alert took its place. */
  settleAlert(taken: TakenAlert, later?: { at: string; reached: readonly Id[] }): Promise<void>;
  /** Reads the documents of an alert and the devices of the household's accounts, as they are; undefined if its child is gone, or its following. */
  told(taken: Pick<TakenAlert, 'household' | 'alert'>, now: string): Promise<Told | undefined>;
  /** Returns the device of a session, if it has one. */
  pushDevice(session: string): Promise<PushDevice | undefined>;
  /** Keeps the device of a session in place of the one before, and of another session with its endpoint and keys. `taken`: that one has other keys. */
  putPushDevice(device: Omit<PushDevice, 'handedAt' | 'failure'>): Promise<'put' | 'taken' | 'no-session'>;
  /** Forgets the device of a session; with an endpoint only if it still has that one. */
  removePushDevice(session: string, endpoint?: string): Promise<void>;
  /** Keeps what became of a message to a device: the time at which it was handed over, or why it was refused. */
  markPushDevice(endpoint: string, result: { handedAt: string } | { failure: string }): Promise<void>;
}

export interface TakenAlert {
  household: Id;
  alert: Alert;
  /** The number of times that it was taken, this one included. */
  attempts: number;
  /** The end of the lease, and the body as stored: they tell it from one that took its place. */
  lease: string;
  body: string;
}

/** A browser that is told, by the hash of its session's token. */
export interface PushDevice {
  session: string;
  /** The address at its push service, a capability. */
  endpoint: string;
  /** The browser's public key and its authentication secret, base64url. */
  p256dh: string;
  auth: string;
  /** True if it is also told of another parent's taps. */
  taps: boolean;
  since: string;
  handedAt: string | null;
  failure: string | null;
}

/** A device with the account that it is signed in to; `id` names its session. */
export interface ToldDevice extends Pick<PushDevice, 'session' | 'endpoint' | 'p256dh' | 'auth' | 'taps'> {
  id: Id;
  uid: Id;
}

export interface Told {
  /** Of an alert about a child that the household follows: the following, by whose host the documents are. */
  following?: Pick<FollowRow, 'name' | 'agreedAt'>;
  /** Undefined if it was removed; of an alert about a tap the visitor's latest one. */
  visit: Visit | undefined;
  visitor: Friend | Guest | undefined;
  child: Child;
  devices: ToldDevice[];
  /** The profiles of the parents of the family that is told, by path. */
  profiles: Readonly<Partial<Record<string, Profile>>>;
}
