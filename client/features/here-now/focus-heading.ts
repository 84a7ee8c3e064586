import type { MouseEvent } from 'react';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';

/**
 * Moves the focus to a list's heading after a tap by keyboard, since the tapped row leaves the list. A finger or mouse,
 * whose events count clicks, must not make the page scroll there.
 */
export function focusHeading(heading: string, { detail }: MouseEvent): void {
  if (detail === 0) keepFocus(heading);
}
