import type { HouseholdView } from '#client/data/port.ts';
import { ProfileForm } from '#client/features/profile/profile-form.tsx';
import { UserId } from '#client/features/profile/user-id.tsx';
import { useAuth } from '#client/session/auth.tsx';
import { useDeferredView } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { LoadFailed } from './load-failed.tsx';
import { People } from './people.tsx';
import styles from './signed-in.module.css';

export function Profile() {
  const { t } = useTranslation();
  const view = useDeferredView();
  return (
    <div className={styles.page}>
      <PageTitle>{t(($) => $.profile.title)}</PageTitle>
      <Contents view={view} />
    </div>
  );
}

function Contents({ view }: { view: HouseholdView }) {
  const { t } = useTranslation();
  const { account } = useAuth();
  if (view.state === 'loading') return <Skeleton rows={6} />;
  if (view.state === 'failed' || !view.profile) return <LoadFailed isLogged />;
  return (
    <div className={styles.evenColumns}>
      <div className={styles.column}>
        <ProfileForm profile={view.profile} />
        {account && <UserId id={account.uid} />}
        <LinkButton to="/profile/account#parents" variant="secondary" wide>
          {t(($) => $.profile.toParents)}
        </LinkButton>
        <LinkButton to="/profile/account" variant="secondary" wide>
          {t(($) => $.profile.toAccount)}
        </LinkButton>
      </div>
      <People list={view.children} />
    </div>
  );
}
