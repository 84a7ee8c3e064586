import { useEffect, useRef } from 'react';
import { notifyPresentMoved } from '#client/lib/present.ts';
import { useViewPart } from './use-household.ts';

/** Makes every screen read the present again when another difference to the server's clock was learned. */
export function usePresentMoves(): void {
  const skew = useViewPart((view) => view.skew) ?? 0;
  const shown = useRef(skew);
  useEffect(() => {
    if (shown.current !== skew) notifyPresentMoved();
    shown.current = skew;
  }, [skew]);
}
