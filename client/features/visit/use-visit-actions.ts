import type { VisitorView, VisitView } from '#client/data/port.ts';
import { refusalText } from '#client/forms/refusal-text.ts';
import { useRun } from '#client/session/use-run.ts';
import { useUndo } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { CommandArgs } from '#domain/commands/catalogue.ts';
import type { ArrivedOrLeft } from '#domain/documents.ts';
import { isoTime } from '#domain/time.ts';

type MovedVisit = Pick<VisitView, 'ref' | 'name' | 'visit' | 'open' | 'arrived' | 'left'>;

/** Each reports in a toast with undo; times in ms. */
export function useVisitActions() {
  const { t, texts } = useTranslation('details');
  const toast = useToast();
  const run = useRun();
  const restore = (removed: CommandArgs<'restoreVisit'>) =>
    void run('restoreVisit', removed, ({ code }) => {
      if (code === 'not-found') return texts.visit.restoreFromList;
      return ['overlaps', 'superseded'].includes(code) ? texts.visit.cannotRestore : undefined;
    }).then((op) => op && toast({ text: texts.visit.restored, about: removed.visitor }));
  const answer = ({ ref, openVisit }: VisitorView, stays: boolean) =>
    run('stayNight', { ...ref, visit: openVisit?.visit ?? '', stays });
  const move = useMove();
  return {
    restore,
    move,
    leave({ ref, name, openVisit }: VisitorView, at: number) {
      const { visit = '', arrived } = openVisit ?? {};
      return move({ ref, name, visit, open: true, arrived, left: undefined }, 'left', at);
    },
    async stayNight(visitor: VisitorView) {
      const { name, ref } = visitor;
      const takeBack = async () => {
        const undone = await answer(visitor, false);
        if (undone) toast({ text: texts.visit.asksAgain, about: ref.visitor });
      };
      const op = await answer(visitor, true);
      const text = t(($) => $.visit.stays, { name });
      if (op) toast({ text, about: ref.visitor, onUndo: () => void takeBack() });
    },
    /** For a visit added just now. */
    async takeBackAdded(added: CommandArgs<'deleteVisit'>) {
      const op = await run('deleteVisit', added);
      if (op) toast({ text: texts.visit.removed, about: added.visitor });
    },
    async remove({ ref, visit, arrived, left }: VisitView) {
      const last = (left ?? arrived)?.at ?? '';
      const op = await run('deleteVisit', { ...ref, visit });
      const onUndo = () => restore({ ...ref, visit, last });
      if (op) toast({ text: texts.visit.removed, about: ref.visitor, onUndo });
    },
  };
}

/** A departure given to an open visit checks out. */
function useMove() {
  const { t, texts, format } = useTranslation('details');
  const toast = useToast();
  const { toastOf } = useUndo();
  const run = useRun();
  return async (moved: MovedVisit, end: ArrivedOrLeft, ms: number) => {
    const { ref, name, visit, open } = moved;
    const correct = (time: string, takesBack?: true) => {
      const ends = end === 'left' ? { left: time } : { arrived: time };
      return run('correctVisit', { ...ref, visit, ...ends, ...(takesBack && { takesBack }) }, (refusal) =>
        refusalText(t, refusal),
      );
    };
    const [at, was] = [isoTime(ms), moved[end]?.at];
    const takeBack = async (time: string) => {
      if (await correct(time, true)) toast({ text: texts.correction.undone, about: ref.visitor });
    };
    const op = await correct(at);
    if (!op) return;
    const time = format.sinceTime(at);
    const text = t(($) => (end === 'left' ? $.visit.leftAt : $.visit.cameAt), { name, time });
    const isCheckOut = end === 'left' && open;
    const undo = was === undefined ? {} : { onUndo: () => void takeBack(was) };
    toast(isCheckOut ? toastOf(moved, op, text) : { text, about: ref.visitor, ...undo });
  };
}
