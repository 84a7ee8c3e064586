import { useMemo } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { type CommandResult, type Failure, failureText, runCommand } from '#client/forms/run-command.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { ToastContent } from '#client/ui/feedback/toast-content.ts';
import { useStableCallback } from '#client/ui/hooks/use-stable-callback.ts';
import type { CommandArgs } from '#domain/commands/catalogue.ts';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { useHouseholdIfAny } from './use-household.ts';
import { useMessageButton, useMessageParent } from './use-message-parent.tsx';
import { useTripActions } from './use-trip-actions.ts';

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

/** In ms; Safari does not vibrate. */
export const VIBRATION = 10;

export function useSetStatus(): (visitor: VisitorView, status: Status) => Promise<TapResult> {
  const household = useHouseholdIfAny();
  return async ({ name, ref }, status) => {
    navigator.vibrate?.(VIBRATION);
    const command = status === 'in' ? 'checkIn' : 'checkOut';
    return tapResult(await runCommand(() => household?.run(command, ref)), name, status);
  };
}

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
   * Shows a toast, which offers undo for 10 s. `onEnd` replaces the failure toast; it gets undefined after a
   * success.
   */
  setStatus(visitor: VisitorView, status: Status, onEnd?: (failure?: Failure) => void): void;
  undo(visitor: Pick<VisitorView, 'name' | 'ref' | 'undo'>): void;
  messageParent(visitor: VisitorRef): void;
}

/** Always the same object, so that only the changed visitor's row renders again. */
export function useVisitorActions(): VisitorActions {
  const { t } = useTranslation();
  const toast = useToast();
  const textOf = useTapText('page');
  const run = useSetStatus();
  const { undo, toastOf } = useUndo();
  const messageParent = useMessageParent();
  const reportFailure = (failure?: Failure) => {
    if (failure !== undefined) toast({ text: failureText(t, failure) });
  };
  const reportResult = (visitor: VisitorView, result: TapResult): Failure | undefined => {
    if (result.kind === 'failed') return result.failure;
    const text = textOf(result);
    if (result.kind === 'unchanged') toast({ text, about: visitor.ref.visitor });
    else toast(toastOf(visitor, result.op, `${t(($) => $.common.success)} ${text}`, result.status === 'out'));
    return undefined;
  };
  const set: VisitorActions['setStatus'] = (visitor, status, onEnd = reportFailure) =>
    void run(visitor, status).then((result) => onEnd(reportResult(visitor, result)));
  const setStatus = useStableCallback(set);
  const onUndo = useStableCallback(undo);
  return useMemo(() => ({ setStatus, undo: onUndo, messageParent }), [setStatus, onUndo, messageParent]);
}

interface Undo {
  undo(visitor: Pick<VisitorView, 'name' | 'ref' | 'undo'>): Promise<void>;
  /** Offers undo while the tap is the latest change; a check-out of now also a trip (`walksHome`). */
  toastOf(
    visitor: Pick<VisitorView, 'name' | 'ref'>,
    tap: Id,
    text: string,
    walksHome?: boolean,
  ): ToastContent;
}

export function useUndo(): Undo {
  const { t } = useTranslation();
  const household = useHouseholdIfAny();
  const toast = useToast();
  const messageButton = useMessageButton();
  const trips = useTripActions();
  const undo: Undo['undo'] = async ({ name, ref, undo: args }) => {
    const say = (text: string) => toast({ text, about: ref.visitor });
    if (!args) return say(t(($) => $.common.undoTooLate));
    const hadLinks = household?.visitor(ref)?.openVisit?.links !== undefined;
    const { failure } = await runCommand(() => household?.run('undo', args));
    const status = household?.visitor(ref)?.status;
    if (failure === undefined) {
      const undone = t(($) => (status === 'in' ? $.common.undoneIn : $.common.undone), { name });
      return say(hadLinks && status === 'out' ? `${undone} ${t(($) => $.messageParent.linkDead)}` : undone);
    }
    const isLate = typeof failure === 'object' && failure.code === 'superseded';
    say(isLate ? t(($) => $.common.undoTooLate) : failureText(t, failure));
  };
  const toastOf: Undo['toastOf'] = ({ name, ref }, tap, text, walksHome) => {
    const argsNow = () => undoOf(household?.visitor(ref), tap);
    const onUndo = () => void undo({ name, ref, undo: argsNow() });
    const checkOut = { op: tap, at: correctedNow() };
    const startTrip = () => void trips.start({ name, ref }, checkOut);
    return {
      text,
      about: ref.visitor,
      op: tap,
      onUndo,
      messageParent: messageButton({ name, ref }),
      ...(walksHome && { actions: [{ label: t(($) => $.trip.start), run: startTrip }] }),
    };
  };
  return { undo, toastOf };
}

/** Undefined unless the tap is the latest change. */
export function undoOf(visitor: VisitorView | undefined, tap: Id): CommandArgs<'undo'> | undefined {
  return visitor?.undo?.undoes === tap ? visitor.undo : undefined;
}
