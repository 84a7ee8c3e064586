import type { VisitorView } from '#client/data/port.ts';
import { failureMessage } from '#client/forms/failure-message.ts';
import { runCommand } from '#client/forms/run-command.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { ToastContent } from '#client/ui/feedback/toast-content.ts';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { undoOf } from './undo.ts';
import { useHouseholdIfAny } from './use-household.ts';
import { VIBRATION } from './use-visitor-actions.ts';

/** A visitor's status that one of several taps set. */
interface Tapped {
  ref: VisitorRef;
  op: Id;
}

/**
 * Sets the status of several visitors at once, each by a command of its own, all in one frame. Resolves to the toast about
 * them all, once all are stored; its undo takes back each that is still its visitor's latest change.
 */
type SetSeveral = (visitors: readonly VisitorView[], status: Status) => Promise<ToastContent>;

export function useSeveral(): SetSeveral {
  const { t } = useTranslation();
  const household = useHouseholdIfAny();
  const undoAll = useUndoAll();
  return async (visitors, status) => {
    navigator.vibrate?.(VIBRATION);
    const command = status === 'in' ? 'checkIn' : 'checkOut';
    const results = await Promise.all(
      visitors.map(async ({ ref }) => ({ ref, ...(await runCommand(() => household?.run(command, ref))) })),
    );
    const tapped = results.flatMap((result) => (result.done ? [{ ref: result.ref, op: result.op }] : []));
    const failure = results.find((result) => !result.done)?.failure;
    const failed = failure === undefined ? '' : failureMessage(t, failure);
    if (tapped.length === 0) return { text: failed };
    const said = (count: number) =>
      t(($) => (status === 'in' ? $.hereNow.countIn : $.hereNow.countOut), { count });
    const text = `${t(($) => $.common.success)} ${said(tapped.length)} ${failed}`.trim();
    const several = { ops: tapped.map(({ op }) => op), text: said };
    return { text, several, onUndo: () => void undoAll(tapped, status) };
  };
}

/** Returns a function that undoes taps which set a status, and reports the outcome in one toast. */
function useUndoAll(): (tapped: readonly Tapped[], status: Status) => Promise<void> {
  const { t } = useTranslation();
  const household = useHouseholdIfAny();
  const toast = useToast();
  return async (tapped, status) => {
    const latest = tapped.flatMap(({ ref, op }) => undoOf(household?.visitor(ref), op) ?? []);
    const results = await Promise.all(latest.map((args) => runCommand(() => household?.run('undo', args))));
    const count = results.filter(({ done }) => done).length;
    const failed = results.find(
      ({ failure }) => typeof failure !== 'object' || failure.code !== 'superseded',
    )?.failure;
    if (count === 0)
      return toast({ text: failed ? failureMessage(t, failed) : t(($) => $.common.undoTooLate) });
    const undone = t(($) => (status === 'in' ? $.hereNow.countUndoneOut : $.hereNow.countUndoneIn), {
      count,
    });
    toast({ text: count < tapped.length ? `${undone} ${t(($) => $.hereNow.othersChanged)}` : undone });
  };
}
