export const PREFETCH_SESSION_ELEMENT = 'new-device';

/** A device with none of these localStorage keys prefetches the call and the scripts. */
export interface PrefetchSession {
  keys: readonly string[];
  path: string;
  scripts: readonly string[];
}
