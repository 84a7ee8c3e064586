import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefusedCommand, VisitorView } from '#client/data/port.ts';
import { runCommand } from '#client/forms/run-command.ts';
import { useUndo } from '#client/session/undo.ts';
import { useHouseholdIfAny, useViewPart } from '#client/session/use-household.ts';
import { useTell } from '#client/session/use-tell.tsx';
import { type TapResult, tapResult, useSetStatus, useTapText } from '#client/session/use-visitor-actions.ts';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { ToastContent } from '#client/ui/feedback/toast-content.ts';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';

/** The modal closes this long after a successful change, in ms. */
const CLOSES_AFTER = 2000;

interface Tap {
  visitor: VisitorView;
  op: Id;
}

export interface CheckInActions {
  /** The result of the latest tap. */
  result: TapResult | undefined;
  /** The tap of this dialog that the server refused, until the next tap. */
  refused: RefusedCommand | undefined;
  /** The visitor whom the latest tap changed. */
  changed: VisitorView | undefined;
  tap: (visitor: VisitorView) => void;
  /** Sends the refused tap again. */
  retry: () => void;
  /** Closes the modal, then shows the toasts with undo: nothing beside an open modal can be reached. */
  close: () => void;
  /** Goes back a step; within the two seconds after a success it closes the modal at once. */
  goBack: (back: () => void) => void;
  /** Leaves the modal for another sheet, which `open` opens. */
  leave: (open: () => void) => void;
  /** Closes the modal and opens the dialog that messages the parent of the visitor changed last. */
  tell: () => void;
}

/** Sets visitors in or out, and closes the modal shortly after a success, unless the server refuses it; another success restarts that delay. */
export function useCheckInDialog(mode: Status, onClose: () => void): CheckInActions {
  const [result, setResult] = useState<TapResult>();
  const [taps, setTaps] = useState<readonly Tap[]>([]);
  const toast = useToast();
  const household = useHouseholdIfAny();
  const tellAbout = useTell();
  const setStatus = useSetStatus();
  const textOf = useTapText('modal');
  const { toastOf } = useUndo();
  const toasts = useRef<ToastContent[]>([]);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refused = useViewPart((view) => view.refused.findLast(({ op }) => taps.some((tap) => tap.op === op)));
  useEffect(() => () => clearTimeout(closing.current), []);
  useEffect(() => {
    if (!refused) return;
    clearTimeout(closing.current);
    closing.current = undefined;
  }, [refused]);

  const leave = useCallback(
    (open: () => void) => {
      clearTimeout(closing.current);
      closing.current = undefined;
      open();
      for (const content of toasts.current.splice(0)) toast(content);
    },
    [toast],
  );
  const close = useCallback(() => leave(onClose), [leave, onClose]);
  const goBack = (back: () => void) => (closing.current === undefined ? back() : close());

  const report = (visitor: VisitorView, found: TapResult) => {
    const known = household?.view().refused ?? [];
    setResult(found);
    // A refusal was shown by now; the page lists it.
    setTaps((before) => [
      ...before.filter(({ op }) => !known.some((one) => one.op === op)),
      ...(found.kind === 'changed' ? [{ visitor, op: found.op }] : []),
    ]);
    if (found.kind !== 'changed') return;
    toasts.current.push(toastOf(visitor, found.op, textOf(found)));
    clearTimeout(closing.current);
    closing.current = setTimeout(close, CLOSES_AFTER);
  };
  const changed = result?.kind === 'changed' && !refused ? taps.at(-1)?.visitor : undefined;
  const tap = (visitor: VisitorView) => void setStatus(visitor, mode).then((found) => report(visitor, found));
  const retry = () => {
    const visitor = taps.find(({ op }) => op === refused?.op)?.visitor;
    if (!refused || !visitor) return;
    void runCommand(() => household?.retry(refused.op)).then((done) =>
      report(visitor, tapResult(done, visitor.name, mode)),
    );
  };
  const tell = () => {
    close();
    if (changed) tellAbout(changed.ref);
  };
  return { result, refused, changed, tap, retry, close, goBack, leave, tell };
}
