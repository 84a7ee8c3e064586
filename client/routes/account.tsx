import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { authorizationResultIn } from '#client/auth/provider-authorization.ts';
import { ReauthProvider } from '#client/features/sign-in/reauth-provider.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import { Link } from '#client/ui/link.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import styles from './account.module.css';

/** The result of an authorization flow; loaded only after one. */
const AuthorizationMessage = suspendingComponent(
  () => import('#client/features/account/authorization-message.tsx'),
  'AuthorizationMessage',
);

/** The sections in order; each is a chunk of its own. */
const SECTIONS = [
  suspendingComponent(() => import('#client/features/parents/parents.tsx'), 'Parents'),
  suspendingComponent(() => import('#client/features/account/password.tsx'), 'Password'),
  suspendingComponent(() => import('#client/features/account/email.tsx'), 'Email'),
  suspendingComponent(() => import('#client/features/account/providers.tsx'), 'Providers'),
  suspendingComponent(() => import('#client/features/account/passkeys.tsx'), 'Passkeys'),
  suspendingComponent(() => import('#client/features/account/devices.tsx'), 'Devices'),
  suspendingComponent(() => import('#client/features/account/recent-activity.tsx'), 'RecentActivity'),
  suspendingComponent(() => import('#client/features/account/installed-app.tsx'), 'InstalledApp'),
  suspendingComponent(() => import('#client/features/account/data-export.tsx'), 'DataExport'),
  suspendingComponent(() => import('#client/features/account/visit-retention.tsx'), 'VisitRetention'),
  suspendingComponent(() => import('#client/features/account/delete-account.tsx'), 'DeleteAccount'),
];

function Sections() {
  // Their messages are those of signing in.
  useTranslation(['signIn']);
  // biome-ignore lint/suspicious/noArrayIndexKey: the sections never move.
  return SECTIONS.map((Section, index) => <Section key={index} />);
}

/** The account and security page. */
export function Account() {
  const { texts } = useTranslation(['account']);
  const hasReturned = authorizationResultIn(useLocation().search) !== undefined;
  return (
    <ReauthProvider>
      <div className={`${styles.page} stack gap-5`}>
        <div>
          <PageTitle>{texts.account.title}</PageTitle>
          <p>
            <Link to="/profile">{texts.account.toProfile}</Link>
          </p>
        </div>
        {hasReturned && (
          <Suspense fallback={null}>
            <AuthorizationMessage />
          </Suspense>
        )}
        {/* They show together, so that none moves another; the skeleton keeps the footer below the screen. */}
        <Suspense fallback={<Skeleton rows={12} />}>
          <Sections />
        </Suspense>
      </div>
    </ReauthProvider>
  );
}
