import { useLocation } from 'react-router';
import { keepMailedToken } from '#client/data/device/pending-email.ts';
import type { ReturnTo } from '#client/session/return-to.ts';
import { useHouseholdIfAny, useIsLocked } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';

/** Leads to the log-in page and back, for a mailed link that needs a session of its account. */
export function LogInForLink({ token }: { token: string }) {
  const { texts } = useTranslation('pages');
  const { pathname } = useLocation();
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  if (household && !isLocked) return <p>{texts.recovery.otherAccount}</p>;
  const state: ReturnTo = { from: pathname };
  return (
    <LinkButton
      wide
      to="/login"
      state={state}
      label={texts.recovery.logIn}
      onClick={() => keepMailedToken(pathname, token)}
    />
  );
}

/** The mailed link was truncated, or the page was reloaded after the token was removed from the URL. */
export function MissingToken() {
  const { texts } = useTranslation('pages');
  return <ErrorBox>{texts.recovery.noSecret}</ErrorBox>;
}
