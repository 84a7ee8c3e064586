import { useEffect } from 'react';
import type { ChildView, Sharing, VisitorView } from '#client/data/port.ts';
import { afterFrame } from '#client/lib/after-frame.ts';
import { correctedNow, dueTimer } from '#client/lib/corrected-now.ts';
import { visitorsOf } from '#client/people/visitors.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { isModalOpen } from '#client/ui/dialogs/modals.ts';
import { useLiveRegion } from '#client/ui/feedback/live-region.ts';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { useStableCallback } from '#client/ui/hooks/use-stable-callback.ts';
import type { Id } from '#domain/ids.ts';
import { plansOf } from './links-on-board.tsx';
import { halfAnHourMore } from './time-choices.tsx';
import { useAnswerWords, useSharingActions } from './use-sharing.tsx';

/** Notifies about planned times and new answers while the page is open; renders nothing. */
export function DueToasts() {
  const household = useHouseholdIfAny();
  const remind = useStableCallback(useReminder());
  const announce = useLiveRegion();
  const words = useAnswerWords();
  const say = useStableCallback((...answer: Parameters<typeof words>) => announce(words(...answer)));
  useEffect(() => {
    if (!household) return undefined;
    const answers = new NewAnswers();
    const reminders = dueReminders(
      () => (household.view().locked ? [] : plansOf(household.view().children)),
      remind,
    );
    let seen: unknown;
    const follow = () => {
      const { children, state, locked } = household.view();
      if (children === seen || state !== 'loaded' || locked) return;
      seen = children;
      reminders.look();
      for (const { visitor, answer } of answers.in(children)) say(visitor.name, answer);
    };
    // After the frame of a tap, which it must not delay.
    const deferred = afterFrame(follow);
    const stop = household.subscribe(deferred.schedule);
    follow();
    return () => {
      stop();
      deferred.cancel();
      reminders.stop();
    };
  }, [household, remind, say]);
  return null;
}

type Plan = ReturnType<typeof plansOf>[number];

const timeOf = ({ at }: Plan) => Date.parse(at);

/** Offers the check-out, but never makes one. */
function useReminder(): (plan: Plan) => void {
  const { t, texts, format } = useTranslation('details');
  const toast = useToast();
  const presence = useVisitorActions();
  const sharing = useSharingActions();
  return ({ visitor, visit, at }) => {
    const { name, ref } = visitor;
    const more = () => sharing.expectHome({ ref, name, visit }, halfAnHourMore(at, correctedNow()));
    toast({
      text: t(($) => $.links.wasDue, { name, time: format.timeUnder(correctedNow(), at) }),
      about: ref.visitor,
      actions: [
        { label: texts.common.checkOut, run: () => presence.setStatus(visitor, 'out') },
        { label: texts.links.more, run: more },
      ],
    });
  };
}

/** Retry interval while nobody would see the toast, in ms. */
const RETRY = 1000;

/** Notifies once about each planned time that comes while the page is open. */
export function dueReminders(plans: () => readonly Plan[], remind: (plan: Plan) => void) {
  /** Times that were ahead when seen, by visit and time. */
  const ahead = new Map<string, Plan>();
  const reminded = new Set<string>();

  function update(): void {
    const now = correctedNow();
    const known = new Map(plans().map((plan) => [`${plan.visit} ${plan.at}`, plan]));
    for (const [key, plan] of known) if (timeOf(plan) > now && !reminded.has(key)) ahead.set(key, plan);
    if (document.visibilityState !== 'visible' || isModalOpen()) return;
    for (const [key, plan] of [...ahead]) {
      if (timeOf(plan) > now) continue;
      ahead.delete(key);
      // Another phone may have moved the time or checked out since.
      if (!known.has(key)) continue;
      reminded.add(key);
      remind(plan);
    }
  }

  function times(): readonly number[] {
    const left = [...ahead.values()].map(timeOf);
    const now = correctedNow();
    return left.some((at) => at <= now) ? [now + RETRY] : left;
  }

  /** `look`: call it after each change of the plans. */
  return dueTimer(times, update);
}

interface NewAnswer {
  visitor: VisitorView;
  answer: NonNullable<Sharing['answer']>;
}

/** Each answer once, and none from before the page opened. */
export class NewAnswers {
  #known: Map<Id, string> | undefined;

  in(children: readonly ChildView[]): NewAnswer[] {
    const before = this.#known;
    const known = new Map(before);
    const fresh: NewAnswer[] = [];
    for (const visitor of visitorsOf(children)) {
      const { answer, visit = '' } = visitor.openVisit ?? {};
      if (!answer || known.get(visit) === answer.at) continue;
      known.set(visit, answer.at);
      if (before) fresh.push({ visitor, answer });
    }
    this.#known = known;
    return fresh;
  }
}
