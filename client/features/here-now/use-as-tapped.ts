import { useRef } from 'react';
import type { VisitorView } from '#client/data/port.ts';

/**
 * Returns the visitor on whom the buttons of a row act: as the list shows them or as one's own tap left them. What others
 * change meanwhile is in the row's words alone: a button that turned from one thing into another would be pressed for the one
 * it was. Pressed after their change it has no effect, as it names a state, or the tap that it undoes.
 */
export function useAsTapped(now: VisitorView, shown: VisitorView): VisitorView {
  const last = useRef({ shown, visitor: now });
  const { visitor } = last.current;
  const isOwn = now.row !== 'confirmed';
  const isSame = now.status === visitor.status && now.undo?.undoes === visitor.undo?.undoes;
  if (isOwn || isSame || shown !== last.current.shown) last.current = { shown, visitor: now };
  return last.current.visitor;
}
