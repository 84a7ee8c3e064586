import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { keptInvite } from '#client/data/device/pending-email.ts';
import { hasCode } from '#client/data/errors.ts';
import { callMessage } from '#client/forms/call-message.ts';
import { whenOnline } from '#client/lib/when-online.ts';
import { useData } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Id } from '#domain/ids.ts';
import type { CallReply } from '#domain/protocol/calls.ts';

/** The interval of looks, in ms, while somebody waits to be let in and the page is visible. */
const LOOK_MS = 5000;

interface SeenInvite {
  invitation: CallReply<'lookAtInvitation'> | undefined;
  /** The words of the last look's error. */
  failure: string | undefined;
  /** It never opens anything again. */
  isDead: boolean;
  look(): Promise<void>;
}

/** Returns what an invitation says to this session; asks anew when somebody signs in, and while an answer is awaited. */
export function useInvite(secret: string, uid: Id | undefined): SeenInvite {
  const { t } = useTranslation();
  const data = useData();
  const [seen, setSeen] = useState<Pick<SeenInvite, 'invitation'> & { error: unknown }>({
    invitation: undefined,
    error: undefined,
  });
  const look = useCallback(async () => {
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
  const isWaiting = invitation?.state === 'asked';
  useEffect(() => {
    if (!isWaiting) return;
    const again = () => document.visibilityState === 'visible' && void look();
    const timer = setInterval(again, LOOK_MS);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [isWaiting, look]);
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

/**
 * The secret of the invitation that opened this page: undefined before the first effect, '' if there is none. It leaves the
 * address bar at once, and stays in this tab through a sign-in, a trip to another service and a reload.
 */
export function useInviteSecret(): string | undefined {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string>();
  useEffect(() => {
    // The link that skips to the contents leads to a fragment too.
    if (hash.length < 2 || hash === '#main') {
      setSecret((known) => known ?? keptInvite.read());
      return;
    }
    keptInvite.write(hash.slice(1));
    setSecret(hash.slice(1));
    void navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate]);
  return secret;
}
