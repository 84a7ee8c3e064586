import type { VisitView } from '#client/data/port.ts';
import { refusalText } from '#client/forms/failure-message.ts';
import type { Failure } from '#client/forms/run-command.ts';
import { present } from '#client/lib/present.ts';
import { refusalInTime } from '#client/session/use-answered.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useRun } from '#client/session/use-run.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { isoTime } from '#domain/time.ts';

/** The visit that an action is about, from a row of the board or the history. */
export type SharedVisit = Pick<VisitView, 'ref' | 'name' | 'visit'>;

/** Actions on what a visit shares with the other family. Each reports its result in a toast. */
interface SharingActions {
  /** Sets the planned time home in ms, or removes it with null. `was`: the time (ISO) that was planned as it was typed; '' for none. */
  expectHome(visit: SharedVisit, at: number | null, was?: string): void;
  /** Replies to the question of the answer given at a time (ISO). */
  reply(visit: SharedVisit, answeredAt: string, yes: boolean): void;
  takeLinksBack(visit: SharedVisit): void;
}

/** A toast is no form that closes; a refusal is listed by itself. */
const TOAST = { isOpen: true };

export function useSharingActions(): SharingActions {
  const { t, texts, format } = useTranslation(['rare']);
  const toast = useToast();
  const run = useRun();
  const household = useHouseholdIfAny();
  const whyNot = (failure: Failure) =>
    typeof failure === 'object' ? refusalText(t, failure.code) : undefined;
  /** Until the server has it, the other family sees what was before. */
  const say = async ({ visitor }: VisitorRef, op: Id | undefined, done: string, later: string) => {
    if (!op || !household || (await refusalInTime(household, op, TOAST))) return;
    const isWaiting = household.unsent().some((one) => one.op === op);
    toast({ text: isWaiting ? later : done, about: visitor });
  };
  return {
    async expectHome({ ref, visit, name }, ms, was) {
      const at = ms === null ? null : isoTime(ms);
      const time = ms === null ? '' : format.timeUnder(present(), ms);
      const text =
        ms === null ? t(($) => $.links.unplanned, { name }) : t(($) => $.links.planned, { name, time });
      if (
        await run('expectHome', { ...ref, visit, at, ...(was !== undefined && { was: { at: was } }) }, whyNot)
      )
        toast({ text, about: ref.visitor });
    },
    async reply({ ref, visit }, answeredAt, yes) {
      const { replied, repliedLater } = texts.links;
      const op = await run('replyToAnswer', { ...ref, visit, answeredAt, yes }, whyNot);
      await say(ref, op, replied, repliedLater);
    },
    async takeLinksBack({ ref, visit }) {
      const { takenBack, takenBackLater } = texts.links;
      const op = await run('takeLinksBack', { ...ref, visit }, whyNot);
      await say(ref, op, takenBack, takenBackLater);
    },
  };
}
