import { useRef } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { useViewPart } from '#client/session/use-household.ts';

/** The subject of the buttons of a row. */
interface Acted {
  /** The visitor as the list shows them. */
  shown: VisitorView;
  /** As the buttons take them. */
  visitor: VisitorView;
}

/**
 * Returns the visitor on whom the buttons of a row act: as the list shows them, or as one's own tap left them, until it is
 * taken back (`hasTakenBack`). What others change meanwhile is in the row's words alone, because a button that became
 * another one would be pressed for what it was. Pressed after their change it has no effect: it names a state, or the tap that
 * it undoes.
 */
export function asTapped(
  before: Acted,
  now: VisitorView,
  shown: VisitorView,
  hasTakenBack = false,
): VisitorView {
  const { visitor } = before;
  const isOwn = now.row !== 'confirmed' || (hasTakenBack && visitor.row !== 'confirmed');
  const isSame = now.status === visitor.status && now.undo?.undoes === visitor.undo?.undoes;
  return isOwn || isSame || shown !== before.shown ? now : visitor;
}

export function useAsTapped(now: VisitorView, shown: VisitorView): VisitorView {
  const takenBack = useViewPart((view) => view.takenBack);
  const last = useRef({ shown, visitor: now, takenBack });
  const hasTakenBack = takenBack !== last.current.takenBack;
  last.current = { shown, visitor: asTapped(last.current, now, shown, hasTakenBack), takenBack };
  return last.current.visitor;
}
