import { useEffect, useRef } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { Children } from '#client/features/children/children.tsx';
import { Visitors } from '#client/features/visitors/visitors.tsx';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { useSearch } from '#client/ui/hooks/use-search.ts';
import type { Id } from '#domain/ids.ts';
import styles from './signed-in.module.css';

/** Child management, and the friends and guests of the child chosen in the address; the first where none is. */
export function People({ list }: { list: readonly ChildView[] }) {
  const [address, setAddress] = useSearch();
  const actions = useVisitorActions();
  const wanted = address.get('child');
  const child = list.find(({ id }) => id === wanted) ?? list[0];
  const choose = (id: Id) => setAddress({ child: id });
  const ofChild = useScrollTo(wanted);
  return (
    <div className={styles.column}>
      <Children list={list} chosen={child?.id} onChoose={choose} />
      {child && (
        <div key={child.id} ref={ofChild} className={styles.column}>
          <Visitors kind="friend" child={child} actions={actions} />
          <Visitors kind="guest" child={child} actions={actions} />
        </div>
      )}
    </div>
  );
}

/** Scrolls to the people of the child that the address names, where they are out of sight: on a phone they stand far below. */
function useScrollTo(child: Id | null) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (child === null) return undefined;
    // A frame later: who comes from another page is first taken to the top of this one.
    const frame = requestAnimationFrame(() => scrollIntoSight(element.current));
    return () => cancelAnimationFrame(frame);
  }, [child]);
  return element;
}

/** Not away from a focus that is seen: who goes by key goes on from there. */
function scrollIntoSight(element: HTMLElement | null): void {
  if (!element || document.activeElement?.matches(':focus-visible')) return;
  const { top } = element.getBoundingClientRect();
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (top < 0 || top > window.innerHeight / 2)
    element.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth' });
}
