import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Household, StorageFailed, type VisitorView } from '#client/data/port.ts';
import { useTell } from '#client/session/use-tell.tsx';
import { useUndo } from '#client/session/use-undo.ts';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { ToastContent } from '#client/ui/feedback/toast-content.ts';
import type { Status } from '#domain/documents.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

/** How long the modal stays after a successful change, in ms (specification, section 9). */
const CLOSES_AFTER = 2000;

export interface Tap {
  outcome: Outcome | undefined;
  /** Whoever was set in or out last. */
  changed: VisitorView | undefined;
  tap: (visitor: VisitorView) => void;
  /** Closes the modal, then offers to undo what was tapped: while a modal is open nothing beside it can be reached. */
  close: () => void;
  /** Closes the modal and helps to tell the parent of whoever was changed last. */
  tell: () => void;
}

/** Sets a visitor in or out, and closes the modal a moment after a success; a further success starts that anew. */
export function useTap(household: Household, mode: Status, onClose: () => void): Tap {
  const [outcome, setOutcome] = useState<Outcome>();
  const [changed, setChanged] = useState<VisitorView>();
  const toast = useToast();
  const tellOf = useTell();
  const { t } = useTranslation();
  const { toastOf } = useUndo();
  const toasts = useRef<ToastContent[]>([]);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);

  const close = useCallback(() => {
    clearTimeout(closing.current);
    onClose();
    for (const content of toasts.current.splice(0)) toast(content);
  }, [onClose, toast]);

  const set = async (visitor: VisitorView) => {
    const result = await household.run(mode === 'in' ? 'checkIn' : 'checkOut', visitor.ref);
    const found = outcomeOf(result, visitor.name, mode);
    setOutcome(found);
    setChanged(found.kind === 'changed' ? visitor : undefined);
    if (!result.done || found.kind !== 'changed') return;
    const { name } = visitor;
    const text =
      mode === 'in' ? t(($) => $.home.modal.personIn, { name }) : t(($) => $.home.modal.personOut, { name });
    toasts.current.push(toastOf(visitor, result.op, text));
    clearTimeout(closing.current);
    closing.current = setTimeout(close, CLOSES_AFTER);
  };
  const tap = (visitor: VisitorView) => {
    set(visitor).catch((error: unknown) => {
      if (!(error instanceof StorageFailed)) console.error(error);
      setOutcome({ kind: 'not-stored' });
      setChanged(undefined);
    });
  };
  const tell = () => {
    close();
    if (changed) tellOf(changed.ref);
  };
  return { outcome, changed, tap, close, tell };
}
