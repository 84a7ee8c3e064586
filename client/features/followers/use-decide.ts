import { useState } from 'react';
import { causeOf, hasCode } from '#client/data/errors.ts';
import { useAction } from '#client/forms/use-action.ts';
import { present } from '#client/lib/present.ts';
import { useData, useHousehold } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { Follower } from '#domain/protocol/following-calls.ts';
import { isoTime } from '#domain/time.ts';
import { useFollowersWatch } from './use-followers.ts';

type Decision = 'yes' | 'no' | 'end';

interface Decide {
  /** The decision that is on its way. */
  sending: Decision | undefined;
  failure: string | undefined;
  decide(decision: Decision): void;
}

/**
 * Sends what a parent decides about a follower, and shows it once the server has it: nothing of this waits for the network.
 * `name`: the visitor's first name now. `onDone` is called before the buttons go.
 */
export function useDecide(follower: Follower, name: string, onDone: () => void): Decide {
  const { t, texts } = useTranslation(['rare']);
  const data = useData();
  const { household } = useHousehold().account;
  const watch = useFollowersWatch();
  const toast = useToast();
  const { failed } = texts.followers;
  const { isBusy, failure, run } = useAction((error) => {
    if (hasCode(error, 'follower-limit')) return t(($) => $.followers.failed.full, { name });
    return causeOf(error) === 'network' ? failed.offline : failed.server;
  });
  const [decision, setDecision] = useState<Decision>();
  const { id } = follower;
  const send = async (decided: Decision) => {
    const about = { household, id };
    if (decided === 'end') await data.ask('endFollowing', about);
    else await data.ask('answerFollower', { ...about, yes: decided === 'yes' });
  };
  const said = { yes: 'saidYes', no: 'saidNo', end: 'ended' } as const;
  const decide = async (decided: Decision) => {
    setDecision(decided);
    const isThere = await send(decided).then(
      () => true,
      (error) => {
        // Ended from the other side, or answered by another parent.
        if (!hasCode(error, 'not-found')) throw error;
        return false;
      },
    );
    onDone();
    const agreed = { agreedAt: isoTime(present()), isPaused: false, name };
    watch.take(id, isThere && decided === 'yes' ? agreed : undefined);
    toast({ text: isThere ? t(($) => $.followers[said[decided]], { name }) : texts.followers.gone });
    void watch.look();
  };
  return {
    sending: isBusy ? decision : undefined,
    failure,
    decide: (decided) => void run(() => decide(decided)),
  };
}
