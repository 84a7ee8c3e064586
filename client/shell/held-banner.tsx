import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import type { HeldAccount } from '#client/data/port.ts';
import { useUnsentFile } from '#client/features/unsent/unsent-file.ts';
import { useData, useHouseholdIfAny, useIsLocked } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { useLiveRegion } from '#client/ui/feedback/live-region.ts';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import banners from './banners.module.css';
import styles from './held-banner.module.css';

/** Commands of other accounts that wait, to be sent by signing in as them, or discarded. It can be put off until the next page load. */
export function HeldBanner({ list }: { list: readonly HeldAccount[] }) {
  const { t } = useTranslation(list.some(({ hasLeft }) => hasLeft) ? ['signIn', 'rare'] : ['signIn']);
  const heading = useId();
  const { pathname } = useLocation();
  const isLocked = useIsLocked();
  const isSignedIn = useHouseholdIfAny() !== undefined && !isLocked;
  const [isOpen, setOpen] = useState(true);
  const isSendable = list.some(({ hasLeft }) => !hasLeft);
  const isSignInPage = pathname === '/login' || pathname === '/register';
  const close = () => {
    setOpen(false);
    keepFocus('main');
  };
  if (!isOpen) return null;
  return (
    <div className={`${banners.banners} page`}>
      <section className={`${banners.banner} box stack gap-3 notice`} aria-labelledby={heading}>
        <h2 id={heading} className="medium">
          {t(($) => (isSendable ? $.held.title : $.held.titleLeft))}
        </h2>
        {list.map((account) => (
          <Waiting key={`${account.household}-${account.uid}`} account={account} />
        ))}
        {isSendable && <p>{t(($) => (isSignedIn ? $.held.signOutFirst : $.held.signIn))}</p>}
        <div className={`${styles.buttons} row`}>
          {isSendable && !isSignedIn && !isSignInPage && (
            <LinkButton to="/login" label={t(($) => $.common.nav.signIn)} />
          )}
          <Button variant="secondary" label={t(($) => $.held.later)} onClick={close} />
        </div>
      </section>
    </div>
  );
}

function Waiting({ account: held }: { account: HeldAccount }) {
  const { name, waiting: count, since, hasLeft } = held;
  const { t, format } = useTranslation();
  const data = useData();
  const announce = useLiveRegion();
  const [isAsking, setAsking] = useState(false);
  const account = name ?? t(($) => $.held.unnamed);
  const discard = () => {
    setAsking(false);
    void data.held.discard(held).then(() => {
      announce(t(($) => $.held.discarded));
      keepFocus('main');
    });
  };
  return (
    <div className={`${styles.waiting} row`}>
      <p>
        {t(($) => (hasLeft ? $.held.left : $.held.what), { account, count, time: format.sinceTime(since) })}
      </p>
      {hasLeft && <SaveLeft account={held} />}
      <Button
        variant="quiet"
        label={t(($) => $.held.discard)}
        aria-label={t(($) => $.held.discardNamed, { account })}
        onClick={() => setAsking(true)}
      />
      {isAsking && (
        <ConfirmDialog
          title={t(($) => $.held.discardTitle)}
          confirmLabel={t(($) => $.held.discard)}
          onConfirm={discard}
          onClose={() => setAsking(false)}
        >
          <p>{t(($) => $.held.discardText, { account, count })}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Saves what waits of a household that the parent has left, for the parent alone. */
function SaveLeft({ account }: { account: HeldAccount }) {
  const { t } = useTranslation();
  const data = useData();
  const isLocked = useIsLocked();
  const uid = useHouseholdIfAny()?.account.uid;
  const announce = useLiveRegion();
  const file = useUnsentFile(t(($) => $.held.fileIsAbout));
  if (uid !== account.uid || isLocked) return null;
  const save = async () => {
    const name = file.save(await data.held.unsentOf(account));
    announce(t(($) => $.signOut.saved, { file: name }));
  };
  return (
    <Button
      variant="quiet"
      label={t(($) => $.signOut.saveFile)}
      onClick={() => void save().catch(console.error)}
    />
  );
}
