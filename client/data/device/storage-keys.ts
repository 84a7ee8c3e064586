import type { DeviceStorage } from '#client/data/environment.ts';

/** The keys of localStorage that begin so; none if it fails. */
export function storageKeys(storage: DeviceStorage | undefined, prefix: string): string[] {
  try {
    const all = Array.from({ length: storage?.length ?? 0 }, (_, i) => storage?.key(i) ?? '');
    return all.filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
