import { useCallback, useEffect, useState } from 'react';
import { keptInvite } from '#client/data/device/pending-email.ts';
import { hasCode } from '#client/data/errors.ts';
import { callMessage } from '#client/forms/call-message.ts';
import { whenOnline } from '#client/lib/when-online.ts';
import { useFragmentSecret } from '#client/session/use-fragment-secret.ts';
import { useData } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { usePoll } from '#client/ui/hooks/use-poll.ts';
import type { Id } from '#domain/ids.ts';
import type { CallReply } from '#domain/protocol/calls.ts';

interface SeenInvite {
  invitation: CallReply<'lookAtInvitation'> | undefined;
  /** The words of the last look's error. */
  failure: string | undefined;
  /** It never opens anything again. */
  isDead: boolean;
  look(): Promise<void>;
}

/**
 * Returns what an invitation says to this session; asks anew when somebody signs in, and while an answer is awaited. Nothing is
 * asked without a secret.
 */
export function useInvite(secret: string | undefined, uid: Id | undefined): SeenInvite {
  const { t } = useTranslation();
  const data = useData();
  const [seen, setSeen] = useState<Pick<SeenInvite, 'invitation'> & { error: unknown }>({
    invitation: undefined,
    error: undefined,
  });
  const look = useCallback(async () => {
    if (!secret) return;
    try {
      const invitation = await data.ask('lookAtInvitation', { invitation: secret });
      setSeen({ invitation, error: undefined });
    } catch (error) {
      setSeen(({ invitation }) => ({ invitation: isDead(error) ? undefined : invitation, error }));
    }
  }, [data, secret]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account sees something else.
  useEffect(() => void look(), [look, uid]);
  const { invitation, error } = seen;
  usePoll(invitation?.state === 'asked', look);
  const isFailed = error !== undefined && !isDead(error);
  // Each failure is another error, after which another attempt is due.
  useEffect(() => (isFailed && error ? whenOnline(() => void look()) : undefined), [isFailed, error, look]);
  return {
    invitation,
    failure: error === undefined ? undefined : callMessage(t, error),
    isDead: isDead(error),
    look,
  };
}

function isDead(error: unknown): boolean {
  return hasCode(error, 'link-expired');
}

const keep = (secret: string) => keptInvite.write(secret);

/**
 * The secret of the invitation that opened this page: undefined before the first effect, '' if there is none. It stays in
 * this tab through a sign-in, a trip to another service and a reload.
 */
export const useInviteSecret = () => useFragmentSecret(keptInvite.read, keep);
