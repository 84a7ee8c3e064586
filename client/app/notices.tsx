import LogIn from 'lucide-react/icons/log-in';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { Household, RefusedCommand } from '#client/data/port.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { ErrorBox } from '#client/ui/error-box.tsx';
import { useToast } from '#client/ui/toast.tsx';
import { useHouseholdIfAny, useViewIfAny } from './household.ts';
import styles from './notices.module.css';
import { refusalMessage } from './refusal-message.ts';

/** What a parent has to know on whatever page they are: the session ended, or the server refused something. */
export function Notices() {
  const household = useHouseholdIfAny();
  const view = useViewIfAny();
  if (!household || !view) return null;
  if (!view.locked && view.refused.length === 0) return null;
  return (
    <div className={styles.notices}>
      {view.locked ? (
        <SignInAgain />
      ) : (
        view.refused.map((refused) => <Refused key={refused.op} refused={refused} household={household} />)
      )}
    </div>
  );
}

function SignInAgain() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const isThere = pathname === '/login' || pathname === '/register';
  return (
    <div className={styles.locked} role="status">
      <div>
        <strong>{t(($) => $.common.banner.lockedTitle)}</strong>
        <p>{t(($) => $.common.banner.lockedText)}</p>
      </div>
      {!isThere && (
        <LinkButton
          to="/login"
          state={{ from: pathname + search }}
          icon={<LogIn size={20} aria-hidden="true" />}
        >
          {t(($) => $.common.nav.signIn)}
        </LinkButton>
      )}
    </div>
  );
}

function Refused({ refused, household }: { refused: RefusedCommand; household: Household }) {
  const { t } = useTranslation();
  const format = useFormat();
  const toast = useToast();
  const complain = (error: unknown) => {
    console.error(error);
    toast({ text: t(($) => $.common.error) });
  };
  const what = t(($) => $.common.commands[refused.name]);
  const actions = (
    <div className={styles.actions}>
      <Button variant="secondary" onClick={() => household.retry(refused.op).catch(complain)}>
        {t(($) => $.common.retry)}
      </Button>
      <Button variant="quiet" onClick={() => household.discard(refused.op).catch(complain)}>
        {t(($) => $.common.discard)}
      </Button>
    </div>
  );
  return (
    <ErrorBox action={actions}>
      <strong>{refusalMessage(t, refused)}</strong>
      <p className={styles.detail}>
        {t(($) => $.common.banner.refusedAt, { what, time: format.time(refused.tappedAt) })}
        {'. '}
        {t(($) => $.common.refusals[refused.refusal.code])}
      </p>
    </ErrorBox>
  );
}
