import { Suspense } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import type { Elements } from '#client/lib/jsx.ts';
import { useFollowersOf } from '#client/session/use-followers.ts';
import { lazyComponent, noMessage, suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import type { Follower } from '#domain/protocol/following-calls.ts';

const Line = suspendingComponent(() => import('./coming-line.tsx'), 'ComingLine', noMessage);

export const WatchComing = lazyComponent(
  () => import('#client/session/use-coming.ts'),
  'WatchComing',
  noMessage,
);

export const isSaid = ({ coming }: Follower) => (coming?.trip ?? coming?.expected) !== undefined;

/** On the way or expected, else `children`; most rows load nothing. */
export function WhetherComing({ visitor, children }: { visitor: VisitorView; children: Elements }) {
  const followers = useFollowersOf(visitor.ref);
  if (!followers.some(isSaid)) return children;
  return (
    <Suspense fallback={children}>
      <Line visitor={visitor}>{children}</Line>
    </Suspense>
  );
}
