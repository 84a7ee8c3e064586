import { Suspense } from 'react';
import { useViewPart } from '#client/session/use-household.ts';
import { suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';

const Words = suspendingComponent(
  () => import('./restored-words.tsx'),
  'RestoredWords',
  () => null,
);

/** On the board after a backup was restored that lacks what this phone knew, until the parent closes it. */
export function RestoredNote() {
  const restored = useViewPart((view) => view.restored);
  if (!restored) return null;
  return (
    <Suspense fallback={null}>
      <Words from={restored.from} />
    </Suspense>
  );
}
