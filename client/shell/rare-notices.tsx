import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import type { OtherAccount } from '#client/data/port.ts';
import { useUnsentFile } from '#client/features/unsent/sign-out-question.tsx';
import { useData, useHouseholdIfAny, useIsLocked } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { ConfirmDialog, Dialog } from '#client/ui/dialogs/dialog.tsx';
import { useLiveRegion } from '#client/ui/feedback/live-region.ts';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { Banner } from './banner.tsx';
import styles from './banners.module.css';

/** Other accounts' unsent commands: sign in to send, or discard. Closed until the next page load. */
export function OtherAccountsBanner({ list }: { list: readonly OtherAccount[] }) {
  const { t, texts } = useTranslation('public');
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
    <div className={`${styles.banners} page`}>
      <section className={`${styles.banner} box stack gap-3 notice`} aria-labelledby={heading}>
        <h2 id={heading} className="medium">
          {t(($) => (isSendable ? $.held.title : $.held.titleLeft))}
        </h2>
        {list.map((account) => (
          <Waiting key={`${account.household}-${account.uid}`} account={account} />
        ))}
        {isSendable && <p>{t(($) => (isSignedIn ? $.held.signOutFirst : $.held.signIn))}</p>}
        <div className={`${styles.buttons} row`}>
          {isSendable && !isSignedIn && !isSignInPage && (
            <LinkButton to="/login" label={texts.common.nav.signIn} />
          )}
          <Button variant="secondary" label={texts.held.later} onClick={close} />
        </div>
      </section>
    </div>
  );
}

function Waiting({ account: held }: { account: OtherAccount }) {
  const { name, waiting: count, since, hasLeft } = held;
  const { t, texts, format } = useTranslation('public');
  const data = useData();
  const announce = useLiveRegion();
  const [isAsking, setAsking] = useState(false);
  const account = name ?? texts.held.unnamed;
  const discard = () => {
    setAsking(false);
    void data.otherAccounts.discard(held).then(() => {
      announce(texts.held.discarded);
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
        label={texts.held.discard}
        aria-label={t(($) => $.held.discardNamed, { account })}
        onClick={() => setAsking(true)}
      />
      {isAsking && (
        <ConfirmDialog
          title={texts.held.discardTitle}
          confirmLabel={texts.held.discard}
          onConfirm={discard}
          onClose={() => setAsking(false)}
        >
          <p>{t(($) => $.held.discardText, { account, count })}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Only the parent who left that household may save them. */
function SaveLeft({ account }: { account: OtherAccount }) {
  const { t, texts } = useTranslation('public', 'details');
  const data = useData();
  const isLocked = useIsLocked();
  const uid = useHouseholdIfAny()?.account.uid;
  const announce = useLiveRegion();
  const file = useUnsentFile(texts.held.fileIsAbout);
  if (uid !== account.uid || isLocked) return null;
  const save = async () => {
    const name = file.save(await data.otherAccounts.unsentOf(account));
    announce(t(($) => $.signOut.saved, { file: name }));
  };
  return (
    <Button variant="quiet" label={texts.signOut.saveFile} onClick={() => void save().catch(console.error)} />
  );
}

/** Its own file: loaded only then. */
export function AccountDeletedDialog() {
  // Loads texts that only the account page loads otherwise.
  const { t } = useTranslation('details');
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  if (!isOpen) return null;
  return (
    <Dialog
      role="alertdialog"
      title={t(($) => $.ownData.delete.goneTitle)}
      footer={<Button label={t(($) => $.common.close)} onClick={close} />}
      onClose={close}
    >
      <p>{t(($) => $.ownData.delete.gone)}</p>
    </Dialog>
  );
}

/** Its own file: loaded only without https. */
export function PlainHttp() {
  const { texts } = useTranslation('details');
  return (
    <div className={`${styles.banners} page stack gap-3`}>
      <Banner title={texts.plainHttp.title} text={texts.plainHttp.text} />
    </div>
  );
}
