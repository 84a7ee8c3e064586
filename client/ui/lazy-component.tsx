import { type ComponentType, type FunctionComponent, lazy, Suspense } from 'react';

/** A component in a chunk of its own. Those a parent uses daily are prefetched soon after the first screen. */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  const Loaded = lazy(() => load().then((component) => ({ default: component })));
  return (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
