import { useLayoutEffect } from 'react';

/** Changes the styles of the whole document: a dialog, a toast, the tab bar, the docked button. */
type RootMark = 'modal' | 'toast' | 'bar' | 'dock';

const counts = new Map<RootMark, number>();

/**
 * Marks the document's element by `data-<mark>` until the returned function is called. A selector with `:has()` would do,
 * but the browser checks it again after every change of the page, and so in every tap.
 */
export function markRoot(mark: RootMark): () => void {
  const change = (by: number) => {
    const count = (counts.get(mark) ?? 0) + by;
    counts.set(mark, count);
    document.documentElement.toggleAttribute(`data-${mark}`, count > 0);
  };
  change(1);
  return () => change(-1);
}

/** Marks the document's element while the component is shown. */
export function useRootMark(mark: RootMark, isOn = true): void {
  useLayoutEffect(() => (isOn ? markRoot(mark) : undefined), [mark, isOn]);
}
