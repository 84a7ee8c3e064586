import { useEffect } from 'react';
import { onPresentMoved, present } from '#client/lib/present.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { isModalOpen } from '#client/ui/dialogs/modals.ts';
import { useLiveRegion } from '#client/ui/feedback/live-region.ts';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { afterFrame } from '#client/ui/hooks/after-frame.ts';
import { useStableCallback } from '#client/ui/hooks/use-stable-callback.ts';
import { type Plan, plansOf } from './due-visits.ts';
import { NewAnswers, PlanWatch } from './plan-watch.ts';
import { halfAnHourMore } from './planned-times.ts';
import { useAnswerWords } from './use-link-words.ts';
import { useSharingActions } from './use-sharing-actions.ts';

/** Tells of planned times that come and of answers that arrive while the page is open. Renders nothing. */
export function Nudges() {
  const household = useHouseholdIfAny();
  const nudge = useStableCallback(useNudge());
  const announce = useLiveRegion();
  const words = useAnswerWords();
  const say = useStableCallback((...answer: Parameters<typeof words>) => announce(words(...answer)));
  useEffect(() => {
    if (!household) return undefined;
    const answers = new NewAnswers();
    const watch = new PlanWatch({
      plans: () => (household.view().locked ? [] : plansOf(household.view().children)),
      now: present,
      isReachable: () => document.visibilityState === 'visible' && !isModalOpen(),
      nudge,
    });
    let seen: unknown;
    const follow = () => {
      const { children, state, locked } = household.view();
      if (children === seen || state !== 'loaded' || locked) return;
      seen = children;
      watch.look();
      for (const { visitor, answer } of answers.in(children)) say(visitor.name, answer);
    };
    // After the frame of a tap, which it must not delay.
    const deferred = afterFrame(follow);
    const look = () => watch.look();
    const stops = [household.subscribe(deferred.schedule), onPresentMoved(look)];
    document.addEventListener('visibilitychange', look);
    follow();
    return () => {
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', look);
      deferred.cancel();
      watch.stop();
    };
  }, [household, nudge, say]);
  return null;
}

/** Returns a function that shows the toast of a planned time; it offers the check-out, and never makes one. */
function useNudge(): (plan: Plan) => void {
  const { t, texts, format } = useTranslation(['rare']);
  const toast = useToast();
  const presence = useVisitorActions();
  const sharing = useSharingActions();
  return ({ visitor, visit, at }) => {
    const { name, ref } = visitor;
    const more = () => sharing.expectHome({ ref, name, visit }, halfAnHourMore(at, present()));
    toast({
      text: t(($) => $.links.nudge, { name, time: format.timeUnder(present(), at) }),
      about: ref.visitor,
      actions: [
        { label: texts.common.checkOut, run: () => presence.setStatus(visitor, 'out') },
        { label: texts.links.more, run: more },
      ],
    });
  };
}
