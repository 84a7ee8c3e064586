import type { VisitorView } from '#client/data/port.ts';
import { failureText, runCommand } from '#client/forms/run-command.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { ToastContent } from '#client/ui/feedback/toast-content.ts';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { useHouseholdIfAny } from './use-household.ts';
import { undoOf, VIBRATION } from './use-visitor-actions.ts';

interface Tapped {
  ref: VisitorRef;
  op: Id;
}

/**
 * One command per visitor, all in one frame. Resolves once all are stored; undo skips visitors changed since.
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
    const failed = failure === undefined ? '' : failureText(t, failure);
    if (tapped.length === 0) return { text: failed };
    const said = (count: number) =>
      t(($) => (status === 'in' ? $.hereNow.countIn : $.hereNow.countOut), { count });
    const text = `${t(($) => $.common.success)} ${said(tapped.length)} ${failed}`.trim();
    const several = { ops: tapped.map(({ op }) => op), text: said };
    return { text, several, onUndo: () => void undoAll(tapped, status) };
  };
}

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
    if (count === 0) return toast({ text: failed ? failureText(t, failed) : t(($) => $.common.undoTooLate) });
    const undone = t(($) => (status === 'in' ? $.hereNow.countUndoneOut : $.hereNow.countUndoneIn), {
      count,
    });
    toast({ text: count < tapped.length ? `${undone} ${t(($) => $.hereNow.othersChanged)}` : undone });
  };
}
