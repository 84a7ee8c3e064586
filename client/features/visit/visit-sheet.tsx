import { useEffect, useState } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { useUndo } from '#client/session/undo.ts';
import { useHouseholdIfAny, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { ToastContent } from '#client/ui/feedback/toast-content.ts';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import type { ArrivedOrLeft } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { CorrectDialog } from './correct-dialog.tsx';
import type { OnCorrected } from './use-correction-form.ts';
import { type SheetAddition, VisitDialog } from './visit-dialog.tsx';

export interface VisitSheetProps {
  /** `VisitView.visit` of a row of the history, `VisitorView.openVisit.visit` of a row of the board. */
  visit: Id;
  /** Opens the correction at once, at this end: for a row that asks for a time. */
  correct?: ArrivedOrLeft | undefined;
  /** The id of an element, usually a heading, that gets the focus if the row that opened the sheet is gone. */
  focusAfter: string;
  /** Always the same component. */
  addition: SheetAddition;
  /** Called once the sheet is to be removed; the caller then renders it no more. */
  onClose(): void;
}

/**
 * The sheet of one visit: whom, when, how long, what was corrected, and everything that can be done about it. A route
 * renders it for the row that was tapped, through `lazy-visit-sheet.ts`; it follows the visit and closes with it.
 */
export function VisitSheet({ visit: id, correct, focusAfter, addition, onClose }: VisitSheetProps) {
  // Of the dialog that corrects.
  useTranslation(['rare']);
  const toast = useToast();
  const toastAbout = useToastAbout();
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
  if (!correcting)
    return <VisitDialog visit={visit} addition={addition} onCorrect={setCorrecting} onClose={close} />;
  const corrected: OnCorrected = (op, ends) => {
    close();
    toast(toastAbout(visit, op, ends));
  };
  return <CorrectDialog visit={visit} startAt={correcting} onDone={corrected} onClose={close} />;
}

/** Returns the wording of a correction; a departure given to an open visit can be undone like a check-out. */
function useToastAbout(): (visit: VisitView, op: Id, ends: readonly ArrivedOrLeft[]) => ToastContent {
  const { t, texts, format } = useTranslation();
  const household = useHouseholdIfAny();
  const { toastOf } = useUndo();
  return ({ name, ref, open }, op, ends) => {
    const visitor = household?.visitor(ref);
    if (!visitor || !open || !ends.includes('left'))
      return { text: texts.correction.done, about: ref.visitor };
    const time = format.sinceTime(visitor.timestamp ?? '');
    return toastOf(
      visitor,
      op,
      t(($) => $.visit.leftAt, { name, time }),
    );
  };
}

/** The visit as it is now; undefined once it is removed, or the session ended. */
function useVisit(id: Id): VisitView | undefined {
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  const visit = useViewPart(({ history }) => history.find((one) => one.visit === id));
  return household && !isLocked ? visit : undefined;
}
