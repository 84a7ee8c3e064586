import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** Reads a value that only the device knows. Undefined in prerendering and hydration, so that their markup matches. */
export function useAfterHydration<T>(read: () => T): T | undefined {
  return useSyncExternalStore<T | undefined>(subscribe, read, () => undefined);
}
