import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to the heading when `step` changes: the button that led there is gone. */
export function useStepFocus(step: unknown): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const heading = content.current?.querySelector('h3');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [step]);
  return content;
}
