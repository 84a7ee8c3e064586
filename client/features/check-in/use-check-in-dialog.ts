import { useCallback, useEffect, useRef, useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { useUndo } from '#client/session/undo.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useTell } from '#client/session/use-tell.tsx';
import { type TapResult, useSetStatus, useTapText } from '#client/session/use-visitor-actions.ts';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { ToastContent } from '#client/ui/feedback/toast-content.ts';
import type { Status } from '#domain/documents.ts';

/** The modal closes this long after a successful change, in ms. */
const CLOSES_AFTER = 2000;

export interface CheckInActions {
  /** The result of the latest tap. */
  result: TapResult | undefined;
  /** The visitor whom the latest tap changed. */
  changed: VisitorView | undefined;
  tap: (visitor: VisitorView) => void;
  /** Closes the modal, then shows the toasts with undo: nothing beside an open modal can be reached. */
  close: () => void;
  /** Goes back a step; within the two seconds after a success it closes the modal at once. */
  goBack: (back: () => void) => void;
  /** Leaves the modal for another sheet, which `open` opens. */
  leave: (open: () => void) => void;
  /** Closes the modal and opens the dialog that messages the parent of the visitor changed last. */
  tell: () => void;
}

/** Sets visitors in or out, and closes the modal shortly after a success; another success restarts that delay. */
export function useCheckInDialog(mode: Status, onClose: () => void): CheckInActions {
  const [result, setResult] = useState<TapResult>();
  const [changed, setChanged] = useState<VisitorView>();
  const toast = useToast();
  const household = useHouseholdIfAny();
  const tellAbout = useTell();
  const setStatus = useSetStatus();
  const textOf = useTapText('modal');
  const { toastOf } = useUndo();
  const toasts = useRef<ToastContent[]>([]);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);

  const leave = useCallback(
    (open: () => void) => {
      clearTimeout(closing.current);
      closing.current = undefined;
      open();
      // A tap that the server refused meanwhile was reported as such.
      const refused = new Set(household?.view().refused.map(({ op }) => op));
      for (const content of toasts.current.splice(0)) if (!refused.has(content.op ?? '')) toast(content);
    },
    [toast, household],
  );
  const close = useCallback(() => leave(onClose), [leave, onClose]);
  const goBack = (back: () => void) => (closing.current === undefined ? back() : close());

  const set = async (visitor: VisitorView) => {
    const found = await setStatus(visitor, mode);
    setResult(found);
    setChanged(found.kind === 'changed' ? visitor : undefined);
    if (found.kind !== 'changed') return;
    toasts.current.push(toastOf(visitor, found.op, textOf(found)));
    clearTimeout(closing.current);
    closing.current = setTimeout(close, CLOSES_AFTER);
  };
  const tell = () => {
    close();
    if (changed) tellAbout(changed.ref);
  };
  return { result, changed, tap: (visitor) => void set(visitor), close, goBack, leave, tell };
}
