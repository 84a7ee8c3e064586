import { useTranslation } from 'react-i18next';
import { useView } from '#client/app/household.ts';
import type { HouseholdView } from '#client/data/port.ts';
import { ProfileForm } from '#client/features/profile/profile-form.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { LoadFailed } from './load-failed.tsx';
import { People } from './people.tsx';
import styles from './signed-in.module.css';

export function Profile() {
  const { t } = useTranslation();
  const view = useView();
  return (
    <div className={styles.page}>
      <PageTitle>{t(($) => $.profile.title)}</PageTitle>
      <Contents view={view} />
    </div>
  );
}

function Contents({ view }: { view: HouseholdView }) {
  if (view.state === 'loading') return <Skeleton rows={6} />;
  if (view.state === 'failed' || !view.profile) return <LoadFailed />;
  return (
    <div className={styles.evenColumns}>
      <ProfileForm profile={view.profile} />
      <People list={view.children} />
    </div>
  );
}
