import { type ReactNode, Suspense } from 'react';
import { lazyComponent, suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import type { Following } from '#domain/protocol/following-calls.ts';

/** Asks what is followed as long as the board is open; loaded after the first screen. */
export const WatchFollowed = lazyComponent(
  () => import('./with-others.tsx'),
  'WatchFollowed',
  () => null,
);

const WithOthers = suspendingComponent(
  () => import('./with-others.tsx'),
  'WithOthers',
  () => null,
);

interface Props {
  rows: readonly Following[] | undefined;
  focusAfter: string;
  /** Stands for the rows and what is below them until their code is loaded, so that nothing moves. */
  fallback?: ReactNode;
  /** The lists below. */
  children?: ReactNode;
}

/** The children who are followed at other families, above other lists; most families follow nobody, and load nothing. */
export function FollowedOnBoard({ rows, focusAfter, fallback, children }: Props) {
  return (
    <Suspense fallback={fallback}>
      {rows && <WithOthers rows={rows} focusAfter={focusAfter} />}
      {children}
    </Suspense>
  );
}
