import { type RefObject, useEffect, useRef } from 'react';
import type { FirstRunStep } from '#client/session/return-to.ts';

/** Moves the focus when the step changes: to its first field, else to the sheet's title, which asks the question. */
export function useStepStart(content: RefObject<HTMLElement | null>, step: FirstRunStep): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const field = content.current?.querySelector<HTMLElement>('input');
    (field ?? content.current?.closest('dialog')?.querySelector('h2'))?.focus();
  }, [content, step]);
}
