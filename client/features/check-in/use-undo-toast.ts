import { useTranslation } from 'react-i18next';
import type { Household, VisitorView } from '#client/data/port.ts';
import { type ToastContent, useToast } from '#client/ui/toast.tsx';
import type { Status } from '#domain/documents.ts';
import { undoOf } from './outcome.ts';

/** Makes the toast that tells of a tap just made and takes it back where that is possible. */
export function useUndoToast(household: Household, mode: Status): (visitor: VisitorView) => ToastContent {
  const { t } = useTranslation();
  const toast = useToast();
  return ({ ref, name }) => {
    const text =
      mode === 'in' ? t(($) => $.home.modal.personIn, { name }) : t(($) => $.home.modal.personOut, { name });
    const undo = undoOf(household.view(), ref);
    if (!undo) return { text };
    const fail = () => toast({ text: t(($) => $.common.error) });
    const onUndo = () => {
      household
        .run('undo', undo)
        .then(({ done }) => (done ? toast({ text: t(($) => $.home.modal.undone, { name }) }) : fail()), fail);
    };
    return { text, onUndo };
  };
}
