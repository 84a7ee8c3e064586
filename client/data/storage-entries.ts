import type { DeviceStorage } from '#client/data/environment.ts';
import type { Account } from '#domain/protocol/calls.ts';

/** Names the database, journal, lock and channel. */
export type AccountScope = Pick<Account, 'household' | 'uid'>;

export function storageName({ household, uid }: AccountScope): string {
  return `framme-${household}-${uid}`;
}

export function parseStorageName(name: string): AccountScope | undefined {
  const [, household, uid] = /^framme-([0-9a-z]{10,40})-([0-9a-z]{10,40})$/.exec(name) ?? [];
  return household !== undefined && uid !== undefined ? { household, uid } : undefined;
}

/** localStorage or sessionStorage; every call may throw. Undefined if the browser forbids it. */
export type Entries = Pick<DeviceStorage, 'getItem' | 'setItem' | 'removeItem'> | undefined;

/** Even reading `window.localStorage` throws if the browser forbids it. */
export function permitted<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

export function localEntries(): DeviceStorage | undefined {
  return permitted(() => localStorage);
}

/** Null also if storage fails. */
export function readEntry(storage: Entries, key: string): string | null {
  return permitted(() => storage?.getItem(key)) ?? null;
}

/** Unvalidated; undefined also if storage fails. */
export function readJson(storage: Entries, key: string): unknown {
  return permitted(() => JSON.parse(readEntry(storage, key) ?? 'null')) ?? undefined;
}

/** Undefined removes the key. False if storage fails. */
export function writeEntry(storage: Entries, key: string, text: string | undefined): boolean {
  try {
    if (text === undefined) storage?.removeItem(key);
    else storage?.setItem(key, text);
    return storage !== undefined;
  } catch {
    return false;
  }
}

/** Empty if storage fails. */
export function storageKeys(storage: DeviceStorage | undefined, prefix: string): string[] {
  const keys = permitted(() => Array.from({ length: storage?.length ?? 0 }, (_, i) => storage?.key(i) ?? ''));
  return (keys ?? []).filter((key) => key.startsWith(prefix));
}
