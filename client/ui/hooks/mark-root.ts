import { useLayoutEffect } from 'react';

/** Each restyles the whole document. */
type RootMark = 'modal' | 'toast' | 'bar' | 'dock';

const counts = new Map<RootMark, number>();

/** Not `:has()`, which browsers check after every change, and so in every tap. The result unmarks. */
export function markRoot(mark: RootMark): () => void {
  const change = (by: number) => {
    const count = (counts.get(mark) ?? 0) + by;
    counts.set(mark, count);
    document.documentElement.toggleAttribute(`data-${mark}`, count > 0);
  };
  change(1);
  return () => change(-1);
}

export function useRootMark(mark: RootMark, isOn = true): void {
  useLayoutEffect(() => (isOn ? markRoot(mark) : undefined), [mark, isOn]);
}
