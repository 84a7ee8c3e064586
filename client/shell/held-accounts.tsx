import { useCallback, useSyncExternalStore } from 'react';
import type { HeldAccount } from '#client/data/port.ts';
import { useData } from '#client/session/use-data.ts';
import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';

const HeldBanner = lazyComponent(() => import('./held-banner.tsx').then(({ HeldBanner: Banner }) => Banner));

const NONE: readonly HeldAccount[] = [];

/** Names the other accounts whose unsent taps this device holds. */
export function HeldAccounts() {
  const data = useData();
  const list = useSyncExternalStore(
    useCallback((listener) => data.subscribe(listener), [data]),
    () => data.held.list,
    () => NONE,
  );
  return list.length > 0 ? <HeldBanner list={list} /> : null;
}
