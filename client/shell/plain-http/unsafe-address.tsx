import { useSyncExternalStore } from 'react';
import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';

const PlainHttp = lazyComponent(() => import('./plain-http.tsx').then(({ PlainHttp: Banner }) => Banner));

/** It never changes while the page is open. */
const never = () => () => undefined;

/** Tells a visitor who came by plain http that nothing works there: the server takes no sign-in, the browser keeps nothing. */
export function UnsafeAddress() {
  const isUnsafe = useSyncExternalStore(
    never,
    () => !window.isSecureContext,
    () => false,
  );
  return isUnsafe ? <PlainHttp /> : null;
}
