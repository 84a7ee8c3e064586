import { createContext, useContext, useEffect } from 'react';

/** Called when the first page, or an error page in its place, has been drawn or hydrated. */
export const FirstPaintContext = createContext<() => void>(() => undefined);

/** Renders nothing. As a sibling of the page its effect runs after the page was drawn or hydrated. */
export function FirstPaint() {
  const onFirstPaint = useContext(FirstPaintContext);
  useEffect(onFirstPaint, [onFirstPaint]);
  return null;
}
