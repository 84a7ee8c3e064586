import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** What only the device knows: undefined in the document and while it is taken over, so that both say the same. */
export function useAfterHydration<T>(read: () => T): T | undefined {
  return useSyncExternalStore<T | undefined>(never, read, () => undefined);
}
