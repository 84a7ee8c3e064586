import UserPlus from 'lucide-react/icons/user-plus';
import { useEffect, useState } from 'react';
import type { HouseholdView } from '#client/data/port.ts';
import { closeNotifications, renewedPushState, wantsPush } from '#client/data/storage/push-subscription.ts';
import { onVisible } from '#client/lib/when-online.ts';
import { useData, useHousehold, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useSiteInfo } from '#client/session/use-site-info.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { isModalOpen } from '#client/ui/dialogs/modals.ts';
import { useLeave } from '#client/ui/hooks/unsaved.ts';
import { leaveOldPage, loadFromServer } from '#client/worker/load-newest.ts';
import { followWorker } from '#client/worker/worker-registration.ts';
import type { SiteInfo } from '#domain/pages/site-info.ts';
import { Banner } from './banner.tsx';
import styles from './banners.module.css';
import { holdsInput, useReload } from './use-reload.ts';

const MODAL_CHECK_MS = 1000;

/** Never over a dialog or while taps are unsent. */
export function Update() {
  const { texts } = useTranslation('details');
  const isReady = useIsUpdateReady(useSiteInfo());
  const waiting = useViewPart((view) => view.waiting) ?? 0;
  const isLocked = useIsLocked();
  const leave = useLeave();
  const { reload, isReloading } = useReload();
  if (!isReady || waiting > 0 || isLocked) return null;
  return (
    <div className={`${styles.banners} page stack gap-3`}>
      <Banner title={texts.update.title} text={texts.update.text}>
        <Button label={texts.update.now} busy={isReloading} onClick={() => leave(reload)} />
      </Banner>
    </div>
  );
}

function useIsUpdateReady(host: SiteInfo): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const following = new AbortController();
    const { signal } = following;
    const offer = () => {
      if (signal.aborted) return;
      if (isModalOpen()) setTimeout(offer, MODAL_CHECK_MS);
      else setReady(true);
    };
    // Without a network the next start retries.
    followWorker(host, offer, signal).catch(() => undefined);
    return () => following.abort();
  }, [host]);
  return isReady;
}

/** An old page reloads; an old server needs its operator. */
export function VersionMismatch({ which }: { which: NonNullable<HouseholdView['mismatch']> }) {
  const { t, texts } = useTranslation('details');
  const { reload, isReloading } = useReload();
  const leave = useLeave();
  const isPageOld = which === 'page-too-old';
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    // Without a network the next start retries.
    if (isPageOld) leaveOldPage(mayReload, signal).catch(() => undefined);
    return () => leaving.abort();
  }, [isPageOld]);
  return (
    <Banner
      title={t(($) => (isPageOld ? $.update.tooOldTitle : $.update.tooNewTitle))}
      text={t(($) => (isPageOld ? $.update.tooOldText : $.update.tooNewText))}
    >
      {isPageOld && (
        <Button label={texts.common.crash.reload} busy={isReloading} onClick={() => leave(reload)} />
      )}
    </Banner>
  );
}

/** Nothing typed would be lost, even in a search, and no dialog is open. */
function mayReload(): boolean {
  const isTyping = document.activeElement?.matches('input, textarea, select');
  const isSearching = document.querySelector<HTMLInputElement>('input[type=search]')?.value;
  return !isTyping && !isSearching && !isModalOpen() && !holdsInput();
}

/** Usually a proxy that demands its own log-in. */
export function Intercepted() {
  const { texts } = useTranslation('details');
  const leave = useLeave();
  return (
    <Banner title={texts.update.interceptedTitle} text={texts.update.interceptedText}>
      <Button label={texts.update.goOn} onClick={() => leave(loadFromServer)} />
    </Banner>
  );
}

export function Asked() {
  const { texts } = useTranslation();
  return (
    <Banner title={texts.common.banner.askedTitle} text={texts.common.banner.askedText}>
      <LinkButton
        to="/profile/parents"
        variant="secondary"
        icon={UserPlus}
        label={texts.common.banner.askedOpen}
      />
    </Banner>
  );
}

/** Renews the push subscription; closes notifications that the app shows or whose session ended. */
export function KeepNotified() {
  const data = useData();
  const { uid } = useHousehold().account;
  const isLocked = useIsLocked();
  useEffect(() => {
    // After a sign-in on the open page too. Without a network the next start retries.
    if (!isLocked && wantsPush(uid)) renewedPushState(data).catch(() => undefined);
  }, [data, uid, isLocked]);
  useEffect(() => {
    if (isLocked || document.visibilityState === 'visible') void closeNotifications();
    return onVisible(() => void closeNotifications());
  }, [isLocked]);
  return null;
}
