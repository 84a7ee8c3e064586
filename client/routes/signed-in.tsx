import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { NotLoaded } from '#client/features/sign-in/auth-form.tsx';
import { afterSignIn, useReturnTo } from '#client/session/return-to.ts';
import { useData } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { PageTitle } from '#client/ui/sections.tsx';
import styles from './sign-in/sign-in-page.module.css';

/** The server redirects here with a new session, adopted even over another stored account. */
export function SignedIn() {
  const { texts } = useTranslation('public');
  const data = useData();
  const navigate = useNavigate();
  const { from, open } = useReturnTo();
  const [hasFailed, setFailed] = useState(false);
  const enter = useCallback(() => {
    setFailed(false);
    const next = afterSignIn({ ...(from !== undefined && { from }), ...(open && { open }) });
    data.adoptSession().then(
      (account) =>
        account
          ? navigate(next.to, { replace: true, state: next.state })
          : navigate('/login?outcome=expired', { replace: true, state: { from, open } }),
      () => setFailed(true),
    );
  }, [data, navigate, from, open]);
  useEffect(enter, [enter]);
  return (
    <div className={`${styles.page} ${styles.transient} stack gap-4`}>
      <PageTitle>{texts.providers.entering}</PageTitle>
      {hasFailed ? <NotLoaded onRetry={enter} /> : <Skeleton rows={2} />}
    </div>
  );
}
