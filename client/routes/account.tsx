import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { authorizationResultIn } from '#client/auth/provider-authorization.ts';
import { BackToProfile } from '#client/features/profile/back-to-profile.tsx';
import { ReauthProvider } from '#client/features/sign-in/reauth-provider.tsx';
import type { Component } from '#client/lib/jsx.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import { PageTitle } from '#client/ui/sections.tsx';
import type { AppDocumentPage } from '#domain/pages/rendering.ts';
import styles from './account.module.css';

/** Loaded only after an authorization flow. */
const AuthorizationMessage = suspendingComponent(
  () => import('#client/features/account/account-parts.tsx'),
  'AuthorizationMessage',
);

const SECTIONS = {
  parents: [suspendingComponent(() => import('#client/features/parents/parents.tsx'), 'Parents')],
  device: [
    suspendingComponent(() => import('#client/features/account/this-device.tsx'), 'DeviceNotifications'),
    suspendingComponent(() => import('#client/features/account/this-device.tsx'), 'InstalledApp'),
  ],
  account: [
    suspendingComponent(() => import('#client/features/account/sign-in-methods.tsx'), 'Password'),
    suspendingComponent(() => import('#client/features/account/email.tsx'), 'Email'),
    suspendingComponent(() => import('#client/features/account/sign-in-methods.tsx'), 'Providers'),
    suspendingComponent(() => import('#client/features/account/passkeys.tsx'), 'Passkeys'),
  ],
  security: [
    suspendingComponent(() => import('#client/features/account/security.tsx'), 'Devices'),
    suspendingComponent(() => import('#client/features/account/security.tsx'), 'RecentActivity'),
  ],
  data: [
    suspendingComponent(() => import('#client/features/account/own-data.tsx'), 'DataExport'),
    suspendingComponent(() => import('#client/features/account/own-data.tsx'), 'VisitRetention'),
    suspendingComponent(() => import('#client/features/account/own-data.tsx'), 'DeleteAccount'),
  ],
} satisfies Record<string, readonly Component[]>;

type AccountPageName = keyof typeof SECTIONS;

function Sections({ page }: { page: AccountPageName }) {
  // The sections use the sign-in messages.
  useTranslation('details', 'public');
  return SECTIONS[page].map((Section: Component, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sections never move.
    <Section key={index} />
  ));
}

export function AccountPage({ page: path }: { page: AppDocumentPage }) {
  const page = path.replace('/profile/', '') as AccountPageName;
  const { texts } = useTranslation('details');
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
        {/* Shown together, so that none moves another. */}
        <Suspense fallback={<Skeleton rows={12} />}>
          <Sections page={page} />
        </Suspense>
      </div>
    </ReauthProvider>
  );
}
