import type { VisitorView, VisitView } from '#client/data/port.ts';
import { useUndo } from '#client/session/undo.ts';
import { useRun } from '#client/session/use-run.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { CommandArgs } from '#domain/commands/catalogue.ts';
import { isoTime } from '#domain/time.ts';

/** Actions on one visit. Each reports its result in a toast, which offers to undo it. */
interface VisitActions {
  /** Checks a visitor who is here out since a time, in ms. */
  leave(visitor: VisitorView, at: number): void;
  /** Answers that the visitor stays the night. */
  stayNight(visitor: VisitorView): void;
  remove(visit: VisitView): void;
  /** Removes a visit that was added just now. */
  takeBackAdded(added: CommandArgs<'deleteVisit'>): void;
  /** Puts a removed visit back. */
  restore(removed: CommandArgs<'restoreVisit'>): void;
}

export function useVisitActions(): VisitActions {
  const { t, texts, format } = useTranslation(['rare']);
  const toast = useToast();
  const { toastOf } = useUndo();
  const run = useRun();
  const restore: VisitActions['restore'] = (removed) =>
    void run('restoreVisit', removed, (failure) => {
      if (typeof failure !== 'object') return undefined;
      if (failure.code === 'not-found') return texts.visit.restoreFromList;
      return ['overlaps', 'superseded'].includes(failure.code) ? texts.visit.cannotRestore : undefined;
    }).then((op) => op && toast({ text: texts.visit.restored, about: removed.visitor }));
  const answer = ({ ref, openVisit }: VisitorView, stays: boolean) =>
    run('stayNight', { ...ref, visit: openVisit?.visit ?? '', stays });
  return {
    restore,
    async leave(visitor, ms) {
      const { ref, name, openVisit } = visitor;
      const at = isoTime(ms);
      const op = await run('correctVisit', { ...ref, visit: openVisit?.visit ?? '', left: at });
      const text = t(($) => $.visit.leftAt, { name, time: format.sinceTime(at) });
      if (op) toast(toastOf(visitor, op, text));
    },
    async stayNight(visitor) {
      const { name, ref } = visitor;
      const takeBack = async () => {
        const undone = await answer(visitor, false);
        if (undone) toast({ text: texts.visit.asksAgain, about: ref.visitor });
      };
      const op = await answer(visitor, true);
      const text = t(($) => $.visit.stays, { name });
      if (op) toast({ text, about: ref.visitor, onUndo: () => void takeBack() });
    },
    async takeBackAdded(added) {
      const op = await run('deleteVisit', added);
      if (op) toast({ text: texts.visit.removed, about: added.visitor });
    },
    async remove({ ref, visit, arrived, left }) {
      const last = (left ?? arrived)?.at ?? '';
      const op = await run('deleteVisit', { ...ref, visit });
      const onUndo = () => restore({ ...ref, visit, last });
      if (op) toast({ text: texts.visit.removed, about: ref.visitor, onUndo });
    },
  };
}
