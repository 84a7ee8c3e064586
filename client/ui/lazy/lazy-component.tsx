import { type ComponentType, type FunctionComponent, type ReactNode, Suspense } from 'react';
import { lazyPart } from '#client/lib/lazy-part.ts';
import { useLazyPart } from '#client/lib/lazy-part.ts';
import { LoadBoundary } from './load-boundary.tsx';

/** Loads a component's chunk. */
export type LoadComponent<P> = () => Promise<ComponentType<P>>;

/** Wraps or replaces the message. */
type Around<P> = (message: ReactNode, props: P) => ReactNode;

/**
 * A component in a chunk of its own, and a message in its place if that cannot be loaded. Those a parent uses daily are
 * prefetched soon after the first screen.
 */
export function lazyComponent<P extends object>(
  load: LoadComponent<P>,
  around?: Around<P>,
): FunctionComponent<P> {
  const Loaded = suspendingComponent(load, around);
  return (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}

/** As `lazyComponent`, but what is around waits for it. */
export function suspendingComponent<P extends object>(
  load: LoadComponent<P>,
  around?: Around<P>,
): FunctionComponent<P> {
  const part = lazyPart(load);
  function Loaded(props: P) {
    const Contents = useLazyPart(part);
    return <Contents {...props} />;
  }
  return (props) => (
    <LoadBoundary around={around && ((message) => around(message, props))}>
      <Loaded {...props} />
    </LoadBoundary>
  );
}
