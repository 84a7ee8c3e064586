import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';

/**
 * After navigation the focus goes to the page's heading, so that a screen reader announces the page. `place` tells one page
 * from another.
 */
export function useFocusOnNavigation(place: string): void {
  const type = useNavigationType();
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    if (type !== 'POP') window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [place, type]);
}
