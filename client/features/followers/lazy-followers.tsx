import type { VisitorView } from '#client/data/port.ts';
import { useFollowersOf } from '#client/session/use-followers.ts';
import { lazyComponent, noMessage } from '#client/ui/lazy/lazy-component.tsx';

const Followers = lazyComponent(() => import('./followers-of.tsx'), 'FollowersOf', noMessage);

/** Most rows have none and load nothing. */
export function FollowersAtRow({ visitor, focusAfter }: { visitor: VisitorView; focusAfter: string }) {
  const followers = useFollowersOf(visitor.ref);
  if (followers.length === 0) return null;
  return <Followers visitor={visitor} focusAfter={focusAfter} />;
}

const Part = lazyComponent(() => import('./followers-of.tsx'), 'FollowersPart', noMessage);

/** `onDone` closes the sheet. For guests it says how another family can follow. */
export function FollowersInSheet({ visitor, onDone }: { visitor: VisitorView; onDone(): void }) {
  const followers = useFollowersOf(visitor.ref);
  if (followers.length === 0 && visitor.ref.kind !== 'guest') return null;
  return <Part visitor={visitor} onDone={onDone} />;
}
