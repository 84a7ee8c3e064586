import type { DeviceStorage } from '#client/data/environment.ts';

/** localStorage or sessionStorage, of which every call may throw; undefined if the browser forbids it. */
export type Entries = Pick<DeviceStorage, 'getItem' | 'setItem' | 'removeItem'> | undefined;

/** Returns undefined if the browser forbids it: then even reading the property throws. */
export function permitted<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

/** Returns the text of a key; null if there is none, or storage fails. */
export function readEntry(storage: Entries, key: string): string | null {
  return permitted(() => storage?.getItem(key)) ?? null;
}

/** Returns the JSON of a key, which may be anything; undefined if there is none. */
export function readJson(storage: Entries, key: string): unknown {
  return permitted(() => JSON.parse(readEntry(storage, key) ?? 'null')) ?? undefined;
}

/** Writes the text of a key; undefined removes it. Returns false if storage fails. */
export function writeEntry(storage: Entries, key: string, text: string | undefined): boolean {
  try {
    if (text === undefined) storage?.removeItem(key);
    else storage?.setItem(key, text);
    return storage !== undefined;
  } catch {
    return false;
  }
}

/** The keys of localStorage that begin so; none if it fails. */
export function storageKeys(storage: DeviceStorage | undefined, prefix: string): string[] {
  const keys = permitted(() => Array.from({ length: storage?.length ?? 0 }, (_, i) => storage?.key(i) ?? ''));
  return (keys ?? []).filter((key) => key.startsWith(prefix));
}
