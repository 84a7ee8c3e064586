import { type ComponentType, type FunctionComponent, lazy, Suspense } from 'react';

/** A dialog that is fetched apart from its page. A parent has all of them at hand soon after the first screen. */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  const Fetched = lazy(() => load().then((component) => ({ default: component })));
  return (props) => (
    <Suspense>
      <Fetched {...props} />
    </Suspense>
  );
}
