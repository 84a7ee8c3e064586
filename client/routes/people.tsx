import { useEffect, useRef } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { Children } from '#client/features/children/children.tsx';
import { RefusalOf } from '#client/features/links/lazy-refusal-note.tsx';
import { Visitors } from '#client/features/visitors/visitors.tsx';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { useSearchParams } from '#client/ui/hooks/use-search-params.ts';
import type { Id } from '#domain/ids.ts';
import styles from './signed-in.module.css';

/** The children, and the friends and guests of the child in the URL; by default of the first child. */
export function People({ list }: { list: readonly ChildView[] }) {
  const [query, setQuery] = useSearchParams();
  const actions = useVisitorActions();
  const childInUrl = query.get('child');
  const child = list.find(({ id }) => id === childInUrl) ?? list[0];
  const choose = (id: Id) => setQuery({ child: id });
  const ofChild = useScrollTo(childInUrl);
  return (
    <div className={styles.column}>
      <Children list={list} chosen={child?.id} onChoose={choose} />
      {child && (
        <div key={child.id} ref={ofChild} className={styles.column}>
          <Visitors kind="friend" child={child} actions={actions} note={RefusalOf} />
          <Visitors kind="guest" child={child} actions={actions} note={RefusalOf} />
        </div>
      )}
    </div>
  );
}

/** Scrolls to the visitors of the child in the URL if they are out of sight, as on phones. */
function useScrollTo(child: Id | null) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (child === null) return undefined;
    // A frame later, because navigation first scrolls to the top.
    const frame = requestAnimationFrame(() => scrollIntoSight(element.current));
    return () => cancelAnimationFrame(frame);
  }, [child]);
  return element;
}

/** Does not scroll away from a visible focus, for keyboard users. */
function scrollIntoSight(element: HTMLElement | null): void {
  if (!element || document.activeElement?.matches(':focus-visible')) return;
  const { top } = element.getBoundingClientRect();
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (top < 0 || top > window.innerHeight / 2)
    element.scrollIntoView({ behavior: prefersReducedMotion ? 'auto' : 'smooth' });
}
