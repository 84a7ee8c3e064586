import { Suspense } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import { useFollowersOf } from './use-followers.ts';

const Followers = suspendingComponent(
  () => import('./followers-of.tsx'),
  'FollowersOf',
  () => null,
);

/** The families that follow a friend or guest, or ask to, at a row; most have none, and load nothing. */
export function FollowersAtRow({ visitor, focusAfter }: { visitor: VisitorView; focusAfter: string }) {
  const followers = useFollowersOf(visitor.ref);
  if (followers.length === 0) return null;
  return (
    <Suspense>
      <Followers visitor={visitor} focusAfter={focusAfter} />
    </Suspense>
  );
}

const Part = suspendingComponent(
  () => import('./followers-of.tsx'),
  'FollowersPart',
  () => null,
);

/** A route's part of a visitor's sheet; `onDone` closes that. Of a guest it says how another family can follow. */
export function FollowersInSheet({ visitor, onDone }: { visitor: VisitorView; onDone(): void }) {
  const followers = useFollowersOf(visitor.ref);
  if (followers.length === 0 && visitor.ref.kind !== 'guest') return null;
  return (
    <Suspense>
      <Part visitor={visitor} onDone={onDone} />
    </Suspense>
  );
}
