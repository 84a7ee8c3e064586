import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { authorizationResultIn } from '#client/auth/provider-authorization.ts';
import { BackToProfile } from '#client/features/profile/back-to-profile.tsx';
import { ReauthProvider } from '#client/features/sign-in/reauth-provider.tsx';
import type { Component } from '#client/lib/jsx.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import styles from './account.module.css';

/** The result of an authorization flow; loaded only after one. */
const AuthorizationMessage = suspendingComponent(
  () => import('#client/features/account/authorization-message.tsx'),
  'AuthorizationMessage',
);

/** The sections of each page in order; each is a chunk of its own. */
const SECTIONS = {
  parents: [suspendingComponent(() => import('#client/features/parents/parents.tsx'), 'Parents')],
  device: [
    suspendingComponent(
      () => import('#client/features/account/device-notifications.tsx'),
      'DeviceNotifications',
    ),
    suspendingComponent(() => import('#client/features/account/installed-app.tsx'), 'InstalledApp'),
  ],
  account: [
    suspendingComponent(() => import('#client/features/account/password.tsx'), 'Password'),
    suspendingComponent(() => import('#client/features/account/email.tsx'), 'Email'),
    suspendingComponent(() => import('#client/features/account/providers.tsx'), 'Providers'),
    suspendingComponent(() => import('#client/features/account/passkeys.tsx'), 'Passkeys'),
  ],
  security: [
    suspendingComponent(() => import('#client/features/account/devices.tsx'), 'Devices'),
    suspendingComponent(() => import('#client/features/account/recent-activity.tsx'), 'RecentActivity'),
  ],
  data: [
    suspendingComponent(() => import('#client/features/account/data-export.tsx'), 'DataExport'),
    suspendingComponent(() => import('#client/features/account/visit-retention.tsx'), 'VisitRetention'),
    suspendingComponent(() => import('#client/features/account/delete-account.tsx'), 'DeleteAccount'),
  ],
} satisfies Record<string, readonly Component[]>;

/** A page behind the profile, by the end of its path. */
export type AccountPageName = keyof typeof SECTIONS;

function Sections({ page }: { page: AccountPageName }) {
  // Their messages are those of signing in.
  useTranslation(['signIn']);
  return SECTIONS[page].map((Section: Component, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sections never move.
    <Section key={index} />
  ));
}

/** A page behind the profile: the parents, this device, signing in, security, or what is stored. */
export function AccountPage({ page }: { page: AccountPageName }) {
  const { texts } = useTranslation(['account']);
  const hasReturned = authorizationResultIn(useLocation().search) !== undefined;
  return (
    <ReauthProvider>
      <div className={`${styles.page} stack gap-5`}>
        <div className="stack">
          <BackToProfile />
          <PageTitle>{texts.profile.pages[page].title}</PageTitle>
        </div>
        {hasReturned && (
          <Suspense fallback={null}>
            <AuthorizationMessage />
          </Suspense>
        )}
        {/* They show together, so that none moves another; the skeleton keeps the footer below the screen. */}
        <Suspense fallback={<Skeleton rows={12} />}>
          <Sections page={page} />
        </Suspense>
      </div>
    </ReauthProvider>
  );
}
