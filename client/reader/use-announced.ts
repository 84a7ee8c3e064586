import { useEffect, useRef } from 'react';

/** The live region of the document, which stands outside of what React draws. */
const REGION = 'announce-polite';

/** Has a screen reader say, once, what a state that changed by itself says newly. */
export function useAnnounced(parts: readonly string[]): void {
  const said = useRef<readonly string[]>([]);
  const whole = parts.join('\n');
  useEffect(() => {
    const present = whole.split('\n');
    const news = present.filter((part) => !said.current.includes(part)).join(' ');
    said.current = present;
    const region = document.getElementById(REGION);
    if (region && news !== '') region.textContent = news;
  }, [whole]);
}
