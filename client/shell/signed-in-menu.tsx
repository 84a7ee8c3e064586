import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Elements } from '#client/lib/jsx.ts';
import { useAuth } from '#client/session/auth.tsx';
import { useHouseholdIfAny, useIsAsked } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useLeave } from '#client/ui/hooks/unsaved.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import type { Language } from '#domain/language.ts';
import styles from './main-menu.module.css';
import { MenuLinks } from './menu-links.tsx';

/** English only (specification, section 2); the page of this device offers the app in every language. */
const NAMES_THE_APP: Record<Language, boolean> = { sv: false, en: true };

export function SignedInMenu({ onChosen }: { onChosen: () => void }) {
  const { texts, language } = useTranslation();
  const { signOut, question } = useSignOut(onChosen);
  const isAsked = useIsAsked();
  return (
    <>
      <ul className={`${styles.links} stack gap-1`}>
        <MenuLinks
          onChosen={onChosen}
          links={[
            { to: '/dashboard', label: texts.common.nav.dashboard },
            { to: '/history', label: texts.common.nav.history },
            { to: '/profile', label: texts.common.nav.profile, isAsked },
            ...(NAMES_THE_APP[language] ? [{ to: '/profile/device', label: texts.common.nav.getApp }] : []),
            { to: '/how-it-works', label: texts.common.nav.howItWorks, className: styles.narrowOnly },
          ]}
        />
        <li>
          <button type="button" className={`${styles.link} line bare`} onClick={signOut}>
            {texts.common.nav.signOut}
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

/** Signing out wipes this device, so unsent commands are sent first; if that fails, a dialog asks. */
function useSignOut(onSignedOut: () => void): { signOut: () => void; question: Elements } {
  const household = useHouseholdIfAny();
  const [isAsking, setAsking] = useState(false);
  const leave = useLeave();
  const signOut = useSignOutAtHome(onSignedOut);
  const sendAndSignOut = async () => {
    if (household?.view().waiting) await household.syncNow();
    if (household?.unsent().length) setAsking(true);
    else signOut();
  };
  const question = isAsking && household && (
    <SignOutQuestion household={household} onLeave={signOut} onStay={() => setAsking(false)} />
  );
  return { signOut: () => leave(() => void sendAndSignOut().catch(console.error)), question };
}

/** Home first: the current page's guard would redirect to the log-in page. */
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
