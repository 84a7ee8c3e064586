import { useTranslation } from 'react-i18next';
import type { VisitorView } from '#client/data/port.ts';
import { attempt } from '#client/forms/run-command.ts';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { ToastContent } from '#client/ui/feedback/toast-content.ts';
import type { Id } from '#domain/ids.ts';
import { undoOf } from './undo.ts';
import { useHouseholdIfAny } from './use-household.ts';
import { useTell } from './use-tell.tsx';

interface Undo {
  /** Takes somebody's latest tap back and says what came of it. */
  takeBack(of: Pick<VisitorView, 'name' | 'ref' | 'undo'>): Promise<void>;
  /** The toast of a tap: takes it back, unless something newer has happened by then, and helps to tell the parent. */
  toastOf(visitor: VisitorView, tap: Id, text: string): ToastContent;
}

export function useUndo(): Undo {
  const { t } = useTranslation();
  const household = useHouseholdIfAny();
  const toast = useToast();
  const tell = useTell();
  const takeBack: Undo['takeBack'] = async ({ name, ref, undo }) => {
    const say = (text: string) => toast({ text, about: ref.visitor });
    if (!undo) return say(t(($) => $.common.undoTooLate));
    const failure = await attempt(() => household?.run('undo', undo));
    if (failure === undefined) return say(t(($) => $.common.undone, { name }));
    const isLate = typeof failure === 'object' && failure.code === 'superseded';
    say(isLate ? t(($) => $.common.undoTooLate) : t(($) => $.common.error));
  };
  const toastOf: Undo['toastOf'] = ({ name, ref }, tap, text) => {
    const undo = () => undoOf(household?.view().children ?? [], ref, tap);
    const onUndo = () => void takeBack({ name, ref, undo: undo() });
    return { text, about: ref.visitor, onUndo, tell: { name, open: () => tell(ref) } };
  };
  return { takeBack, toastOf };
}
