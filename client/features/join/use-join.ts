import { useNavigate } from 'react-router';
import { useReauth } from '#client/auth/use-reauth.ts';
import { CallFailed, hasCode } from '#client/data/errors.ts';
import { keepInvite } from '#client/data/pending-email.ts';
import { useAction } from '#client/session/use-action.ts';
import { useData } from '#client/session/use-data.ts';
import { useHousehold, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';

/** The codes of refusals that this page words itself. */
const OWN = ['link-expired', 'parent-limit', 'other-household', 'last-parent'] as const;

function useFailures(): (error: unknown) => string | undefined {
  const { t } = useTranslation();
  return (error) => {
    const code = OWN.find((one) => error instanceof CallFailed && error.code === one);
    return code && t(($) => $.join.failures[code]);
  };
}

/** Asks the inviter to be let in. */
export function useAskToJoin(secret: string, look: () => Promise<void>) {
  const data = useData();
  const runWithReauth = useReauth();
  const { isBusy, failure, run } = useAction(useFailures());
  const ask = async () => {
    if (!(await runWithReauth(() => data.ask('askToJoin', { invite: secret })))) return;
    await look();
    keepFocus('main');
  };
  return { isBusy, failure, ask: () => void run(ask) };
}

/**
 * Joins, once this device has sent everything: what is unsent could never be sent afterwards. `othersStay`: the page says so of
 * the former family.
 */
export function useJoin(secret: string, othersStay: boolean, look: () => Promise<void>) {
  const { t } = useTranslation();
  const data = useData();
  const household = useHousehold();
  const waiting = useViewPart((view) => view.waiting) ?? 0;
  const runWithReauth = useReauth();
  const navigate = useNavigate();
  const toast = useToast();
  const { isBusy, failure, run, fail } = useAction(useFailures());
  const send = async () => {
    const { household: former } = household.account;
    try {
      // Nothing is deleted that the page said would stay.
      return await data.signIn('joinHousehold', { invite: secret, household: former, othersStay });
    } catch (error) {
      // The reply may have been lost: the session tells in which household it is.
      if (!['offline', 'link-expired', 'other-household'].some((code) => hasCode(error, code as 'offline')))
        throw error;
      const account = await data.adoptSession();
      if (!account || account.household === former) throw error;
      return { account };
    }
  };
  const join = async () => {
    if (household.view().waiting > 0) await household.catchUp();
    if (household.view().waiting > 0) return fail((words) => words(($) => $.join.failures.notSent));
    const done = await runWithReauth(send).catch(async (error) => {
      // Without a network the look would fail alike, and say so once more.
      if (!hasCode(error, 'offline')) await look();
      throw error;
    });
    if (!done) return;
    keepInvite(undefined);
    toast({ text: t(($) => $.join.done) });
    await navigate('/dashboard', { replace: true });
  };
  return { isBusy, failure, waiting, join: () => void run(join) };
}
