import { useEffect } from 'react';
import type { Watched } from './data/watched.ts';

/** The mark of the time at which the visit was on screen. */
const MARK = 'visit-shown';

/** Marks the first frame with the visit, for measurements (bench/parts/reader.ts), by `performance.mark` and `<html data-visit>`. */
export function useShownMark(phase: Watched['phase']): void {
  useEffect(() => {
    if (phase === 'loading') return;
    // The frame itself is drawn after its callback.
    const frame = requestAnimationFrame(() => {
      setTimeout(() => {
        if (phase === 'shown' && performance.getEntriesByName(MARK).length === 0) performance.mark(MARK);
        document.documentElement.dataset.visit = phase;
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [phase]);
}
