import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Elements } from '#client/lib/jsx.ts';
import { useAuth } from '#client/session/auth.tsx';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useIsAsked } from '#client/session/use-is-asked.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useLeave } from '#client/ui/hooks/unsaved.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import type { Language } from '#domain/language.ts';
import styles from './main-menu.module.css';
import { MenuLinks } from './menu-links.tsx';

/** The label "get app" is in English only (specification, section 2); the page of this device offers the app in every language. */
const NAMES_THE_APP: Record<Language, boolean> = { sv: false, en: true };

/** The header's links for signed-in parents. */
export function SignedInMenu({ onChosen }: { onChosen: () => void }) {
  const { t, language } = useTranslation();
  const { signOut, question } = useSignOut(onChosen);
  const isAsked = useIsAsked();
  return (
    <>
      <ul className={`${styles.links} stack gap-1`}>
        <MenuLinks
          onChosen={onChosen}
          links={[
            { to: '/dashboard', label: t(($) => $.common.nav.dashboard) },
            { to: '/history', label: t(($) => $.common.nav.history) },
            { to: '/profile', label: t(($) => $.common.nav.profile), isAsked },
            ...(NAMES_THE_APP[language]
              ? [{ to: '/profile/device', label: t(($) => $.common.nav.getApp) }]
              : []),
            { to: '/how-it-works', label: t(($) => $.common.nav.howItWorks), className: styles.narrowOnly },
          ]}
        />
        <li>
          <button type="button" className={`${styles.link} line bare`} onClick={signOut}>
            {t(($) => $.common.nav.signOut)}
          </button>
        </li>
      </ul>
      {question}
    </>
  );
}

const SignOutQuestion = lazyDialog(
  () => import('#client/features/unsent/sign-out-question.tsx'),
  'SignOutQuestion',
  ({ onStay }) => onStay,
);

/**
 * Signs out and navigates to the home page, after a question if something on this page is not saved. Signing out wipes this device, so unsent commands are sent first; if that
 * fails, a dialog asks the parent. Any other failure is only logged.
 */
function useSignOut(onSignedOut: () => void): { signOut: () => void; question: Elements } {
  const household = useHouseholdIfAny();
  const [isAsking, setAsking] = useState(false);
  const leave = useLeave();
  const signOut = useSignOutAtHome(onSignedOut);
  const sendAndSignOut = async () => {
    if (household?.view().waiting) await household.catchUp();
    if (household?.unsent().length) setAsking(true);
    else signOut();
  };
  const question = isAsking && household && (
    <SignOutQuestion household={household} onLeave={signOut} onStay={() => setAsking(false)} />
  );
  return { signOut: () => leave(() => void sendAndSignOut().catch(console.error)), question };
}

/** Navigates home before it signs out: the guard of the current page would redirect to the log-in page. */
function useSignOutAtHome(onSignedOut: () => void): () => void {
  const { logout } = useAuth();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving || pathname !== '/') return;
    setLeaving(false);
    void logout().catch(console.error).finally(onSignedOut);
  }, [isLeaving, pathname, logout, onSignedOut]);
  return () => {
    setLeaving(true);
    void navigate('/', { replace: true });
  };
}
