import type { VisitorView } from '#client/data/port.ts';
import { failureMessage } from '#client/forms/failure-message.ts';
import { runCommand } from '#client/forms/run-command.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { ToastContent } from '#client/ui/feedback/toast-content.ts';
import type { CommandArgs } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import { useHouseholdIfAny } from './use-household.ts';
import { useTell } from './use-tell.tsx';

interface Undo {
  /** Undoes the visitor's latest tap and reports the outcome in a toast. */
  undo(visitor: Pick<VisitorView, 'name' | 'ref' | 'undo'>): Promise<void>;
  /** The toast about a tap: offers to undo it, unless something newer has happened by then, and to message the parent. */
  toastOf(visitor: Pick<VisitorView, 'name' | 'ref'>, tap: Id, text: string): ToastContent;
}

export function useUndo(): Undo {
  const { t } = useTranslation();
  const household = useHouseholdIfAny();
  const toast = useToast();
  const tell = useTell();
  const undo: Undo['undo'] = async ({ name, ref, undo: args }) => {
    const say = (text: string) => toast({ text, about: ref.visitor });
    if (!args) return say(t(($) => $.common.undoTooLate));
    const hadLinks = household?.visitor(ref)?.openVisit?.links !== undefined;
    const { failure } = await runCommand(() => household?.run('undo', args));
    const status = household?.visitor(ref)?.status;
    if (failure === undefined) {
      const undone = t(($) => (status === 'in' ? $.common.undoneIn : $.common.undone), { name });
      return say(hadLinks && status === 'out' ? `${undone} ${t(($) => $.tell.linkDead)}` : undone);
    }
    const isLate = typeof failure === 'object' && failure.code === 'superseded';
    say(isLate ? t(($) => $.common.undoTooLate) : failureMessage(t, failure));
  };
  const toastOf: Undo['toastOf'] = ({ name, ref }, tap, text) => {
    const argsNow = () => undoOf(household?.visitor(ref), tap);
    const onUndo = () => void undo({ name, ref, undo: argsNow() });
    return {
      text,
      about: ref.visitor,
      op: tap,
      onUndo,
      tell: {
        word: t(($) => $.tell.word),
        label: t(($) => $.tell.parentOf, { name }),
        open: () => tell(ref),
      },
    };
  };
  return { undo, toastOf };
}

/** Returns the arguments that undo a tap, as long as it is the visitor's latest change. */
export function undoOf(visitor: VisitorView | undefined, tap: Id): CommandArgs<'undo'> | undefined {
  return visitor?.undo?.undoes === tap ? visitor.undo : undefined;
}
