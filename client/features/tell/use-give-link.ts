import { useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { type Failure, runCommand } from '#client/forms/run-command.ts';
import { notGivenMessage } from '#client/session/not-given-message.ts';
import { useHousehold } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { GiveLink } from './new-link.ts';
import type { Draft } from './use-draft.ts';

interface GivesLink {
  /** Gives the link if the text holds it; called as the message leaves. */
  give(): void;
  /** Says why the link that left shows nothing. */
  failure: string | undefined;
}

/** Makes the link of a draft exist, once, when its text is shared, sent or copied. */
export function useGiveLink({ ref, openVisit }: VisitorView, { link, text }: Draft): GivesLink {
  const { t } = useTranslation(['rare']);
  const household = useHousehold();
  const [failure, setFailure] = useState<Failure>();
  const run: GiveLink = async (hash) => {
    const args = { ...ref, visit: openVisit?.visit ?? '', hash };
    const { done, ...result } = await runCommand(() => household.run('giveLink', args));
    return done && 'op' in result ? { op: result.op } : { failure: result.failure ?? 'not-stored' };
  };
  return {
    give: () => {
      if (link && text.includes(link.address)) void link.give(run).then((given) => setFailure(given.failure));
    },
    failure: failure && notGivenMessage(t, failure),
  };
}
