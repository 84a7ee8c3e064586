import { useEffect, useState } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { useHouseholdIfAny, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import type { ArrivedOrLeft } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { CorrectDialog } from './correct-dialog.tsx';
import { VisitDialog } from './visit-dialog.tsx';

export interface VisitSheetProps {
  /** `VisitView.visit` of a row of the history, `VisitorView.openVisit.visit` of a row of the board. */
  visit: Id;
  /** Opens the correction at once, at this end: for a row that asks for a time. */
  correct?: ArrivedOrLeft | undefined;
  /** The id of an element, usually a heading, that gets the focus if the row that opened the sheet is gone. */
  focusAfter: string;
  /** Called once the sheet is to be removed; the caller then renders it no more. */
  onClose(): void;
}

/**
 * The sheet of one visit: whom, when, how long, what was corrected, and everything that can be done about it. A route
 * renders it for the row that was tapped, through `lazy-visit-sheet.ts`; it follows the visit and closes with it.
 */
export function VisitSheet({ visit: id, correct, focusAfter, onClose }: VisitSheetProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const visit = useVisit(id);
  const [correcting, setCorrecting] = useState(correct);
  useEffect(() => {
    if (!visit) onClose();
  }, [visit, onClose]);
  if (!visit) return null;
  const close = () => {
    onClose();
    keepFocus(focusAfter);
  };
  if (!correcting) return <VisitDialog visit={visit} onCorrect={setCorrecting} onClose={close} />;
  const corrected = () => {
    close();
    toast({ text: t(($) => $.history.correction.done) });
  };
  return <CorrectDialog visit={visit} onDone={corrected} onClose={close} />;
}

/** The visit as it is now; undefined once it is removed, or the session ended. */
function useVisit(id: Id): VisitView | undefined {
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  const visit = useViewPart(({ history }) => history.find((one) => one.visit === id));
  return household && !isLocked ? visit : undefined;
}
