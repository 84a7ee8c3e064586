import { useMemo } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { failureMessage } from '#client/forms/failure-message.ts';
import { type CommandResult, type Failure, runCommand } from '#client/forms/run-command.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { useStableCallback } from '#client/ui/hooks/use-stable-callback.ts';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { useUndo } from './undo.ts';
import { useHouseholdIfAny } from './use-household.ts';
import { useTell } from './use-tell.tsx';

/** The result of a tap that sets a visitor's status. */
export type TapResult =
  | { kind: 'changed'; name: string; status: Status; op: Id }
  | { kind: 'unchanged'; name: string; status: Status; since: string }
  | { kind: 'failed'; failure: Failure };

export type SuccessfulTap = Exclude<TapResult, { kind: 'failed' }>;

export function tapResult(result: CommandResult, name: string, status: Status): TapResult {
  if (result.failure) return { kind: 'failed', failure: result.failure };
  const { op, since } = result;
  return since === undefined
    ? { kind: 'changed', name, status, op }
    : { kind: 'unchanged', name, status, since };
}

/** The length of the vibration that answers a tap, in ms; Safari has none. */
export const VIBRATION = 10;

/** Sets a visitor's status; the caller reports the result. */
export function useSetStatus(): (visitor: VisitorView, status: Status) => Promise<TapResult> {
  const household = useHouseholdIfAny();
  return async ({ name, ref }, status) => {
    navigator.vibrate?.(VIBRATION);
    const command = status === 'in' ? 'checkIn' : 'checkOut';
    return tapResult(await runCommand(() => household?.run(command, ref)), name, status);
  };
}

/** The wording of a successful tap; the modal of the home page words one without effect in its own way. */
export function useTapText(place: 'page' | 'modal'): (result: SuccessfulTap) => string {
  const { t, format } = useTranslation();
  return (result) => {
    const { kind, name, status } = result;
    const isIn = status === 'in';
    if (kind === 'changed') return t(($) => (isIn ? $.hereNow.checkedIn : $.hereNow.checkedOut), { name });
    const time = format.sinceTime(result.since);
    if (place === 'modal') return t(($) => (isIn ? $.modal.alreadyIn : $.modal.alreadyOut), { name, time });
    return t(($) => (isIn ? $.hereNow.alreadyIn : $.hereNow.alreadyOut), { name, time });
  };
}

export interface VisitorActions {
  /**
   * Sets a visitor's status and reports the result in a toast, which offers undo for 10 s. `onEnd` replaces the toast of
   * a failure: it is called with the failure, or with undefined after a success.
   */
  setStatus(visitor: VisitorView, status: Status, onEnd?: (failure?: Failure) => void): void;
  undo(visitor: Pick<VisitorView, 'name' | 'ref' | 'undo'>): void;
  /** Opens the dialog that messages the visitor's parent. */
  tell(visitor: VisitorRef): void;
}

/** Actions for lists of visitors. Always the same object, so that a row renders again only if its own visitor changed. */
export function useVisitorActions(): VisitorActions {
  const { t } = useTranslation();
  const toast = useToast();
  const textOf = useTapText('page');
  const run = useSetStatus();
  const { undo, toastOf } = useUndo();
  const tell = useTell();
  const reportFailure = (failure?: Failure) => {
    if (failure !== undefined) toast({ text: failureMessage(t, failure) });
  };
  const reportResult = (visitor: VisitorView, result: TapResult): Failure | undefined => {
    if (result.kind === 'failed') return result.failure;
    const text = textOf(result);
    if (result.kind === 'unchanged') toast({ text, about: visitor.ref.visitor });
    else toast(toastOf(visitor, result.op, `${t(($) => $.common.success)} ${text}`));
    return undefined;
  };
  const set: VisitorActions['setStatus'] = (visitor, status, onEnd = reportFailure) =>
    void run(visitor, status).then((result) => onEnd(reportResult(visitor, result)));
  const setStatus = useStableCallback(set);
  const stableUndo = useStableCallback(undo);
  return useMemo(() => ({ setStatus, undo: stableUndo, tell }), [setStatus, stableUndo, tell]);
}
