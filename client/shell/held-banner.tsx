import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import type { HeldAccount } from '#client/data/held-account.ts';
import { useData } from '#client/session/use-data.ts';
import { useHouseholdIfAny, useIsLocked } from '#client/session/use-household.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { useLiveRegion } from '#client/ui/feedback/live-region.ts';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import styles from './held-banner.module.css';

interface HeldBannerProps {
  list: readonly HeldAccount[];
}

/** What waits of other accounts, to be sent by signing in as them, or discarded. It can be put off until the next page load. */
export function HeldBanner({ list }: HeldBannerProps) {
  // Suspends, so it stands in a component of its own.
  useTranslation(['signIn']);
  return <Banner list={list} />;
}

function Banner({ list }: HeldBannerProps) {
  const { t } = useTranslation();
  const heading = useId();
  const { pathname } = useLocation();
  const isLocked = useIsLocked();
  const isSignedIn = useHouseholdIfAny() !== undefined && !isLocked;
  const [isOpen, setOpen] = useState(true);
  const isSignInPage = pathname === '/login' || pathname === '/register';
  const close = () => {
    setOpen(false);
    keepFocus('main');
  };
  if (!isOpen) return null;
  return (
    <section className={styles.banner} aria-labelledby={heading}>
      <h2 id={heading}>{t(($) => $.held.title)}</h2>
      {list.map((account) => (
        <Waiting key={account.uid} account={account} />
      ))}
      <p>{t(($) => (isSignedIn ? $.held.signOutFirst : $.held.signIn))}</p>
      <div className={styles.buttons}>
        {!isSignedIn && !isSignInPage && <LinkButton to="/login">{t(($) => $.common.nav.signIn)}</LinkButton>}
        <Button variant="secondary" onClick={close}>
          {t(($) => $.held.later)}
        </Button>
      </div>
    </section>
  );
}

function Waiting({ account: { uid, name, waiting: count, since } }: { account: HeldAccount }) {
  const { t } = useTranslation();
  const data = useData();
  const announce = useLiveRegion();
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const account = name ?? t(($) => $.held.unnamed);
  const discard = () => {
    setAsking(false);
    void data.held.discard(uid).then(() => {
      announce(t(($) => $.held.discarded));
      keepFocus('main');
    });
  };
  return (
    <div className={styles.waiting}>
      <p>{t(($) => $.held.what, { account, count, time: format.sinceTime(since) })}</p>
      <Button
        variant="quiet"
        aria-label={t(($) => $.held.discardNamed, { account })}
        onClick={() => setAsking(true)}
      >
        {t(($) => $.held.discard)}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t(($) => $.held.discardTitle)}
        confirmLabel={t(($) => $.held.discard)}
        onConfirm={discard}
        onClose={() => setAsking(false)}
      >
        <p>{t(($) => $.held.discardText, { account, count })}</p>
      </ConfirmDialog>
    </div>
  );
}
