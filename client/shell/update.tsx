import UserPlus from 'lucide-react/icons/user-plus';
import { useEffect, useState } from 'react';
import type { HouseholdView } from '#client/data/port.ts';
import { useHost } from '#client/session/use-host.ts';
import { useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { isModalOpen } from '#client/ui/dialogs/modals.ts';
import { useLeave } from '#client/ui/hooks/unsaved.ts';
import { leaveOldPage, loadFromServer } from '#client/worker/load-newest.ts';
import { followWorker } from '#client/worker/registration.ts';
import type { Host } from '#domain/pages/host.ts';
import { Banner } from './banner.tsx';
import styles from './banners.module.css';
import { holdsInput, useReload } from './use-reload.ts';

const MODAL_CHECK_MS = 1000;

/** Offers a new version that is stored on the device: not over a dialog, and not while taps wait. */
export function Update() {
  const { t } = useTranslation(['rare']);
  const isReady = useIsUpdateReady(useHost());
  const waiting = useViewPart((view) => view.waiting) ?? 0;
  const isLocked = useIsLocked();
  const leave = useLeave();
  const { reload, isReloading } = useReload();
  if (!isReady || waiting > 0 || isLocked) return null;
  return (
    <div className={`${styles.banners} page stack gap-3`}>
      <Banner title={t(($) => $.update.title)} text={t(($) => $.update.text)}>
        <Button label={t(($) => $.update.now)} busy={isReloading} onClick={() => leave(reload)} />
      </Banner>
    </div>
  );
}

function useIsUpdateReady(host: Host): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const following = new AbortController();
    const { signal } = following;
    const offer = () => {
      if (signal.aborted) return;
      if (isModalOpen()) setTimeout(offer, MODAL_CHECK_MS);
      else setReady(true);
    };
    // Without a network the next start tries again.
    followWorker(host, offer, signal).catch(() => undefined);
    return () => following.abort();
  }, [host]);
  return isReady;
}

/** Page and server have different versions. An old page is reloaded; an old server has to be updated by its host. */
export function VersionMismatch({ which }: { which: NonNullable<HouseholdView['mismatch']> }) {
  const { t } = useTranslation(['rare']);
  const { reload, isReloading } = useReload();
  const leave = useLeave();
  const isPageOld = which === 'page-too-old';
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    // Without a network the next start tries again.
    if (isPageOld) leaveOldPage(mayReload, signal).catch(() => undefined);
    return () => leaving.abort();
  }, [isPageOld]);
  return (
    <Banner
      title={t(($) => (isPageOld ? $.update.tooOldTitle : $.update.tooNewTitle))}
      text={t(($) => (isPageOld ? $.update.tooOldText : $.update.tooNewText))}
    >
      {isPageOld && (
        <Button label={t(($) => $.common.crash.reload)} busy={isReloading} onClick={() => leave(reload)} />
      )}
    </Banner>
  );
}

/** Nothing typed would be lost, in a search either, and no dialog is open. */
function mayReload(): boolean {
  const isTyping = document.activeElement?.matches('input, textarea, select');
  const isSearching = document.querySelector<HTMLInputElement>('input[type=search]')?.value;
  return !isTyping && !isSearching && !isModalOpen() && !holdsInput();
}

/** Something between this page and the server answers, usually a proxy that wants its own log-in first. */
export function Intercepted() {
  const { t } = useTranslation(['rare']);
  const leave = useLeave();
  return (
    <Banner title={t(($) => $.update.interceptedTitle)} text={t(($) => $.update.interceptedText)}>
      <Button label={t(($) => $.update.goOn)} onClick={() => leave(loadFromServer)} />
    </Banner>
  );
}

/** Somebody waits for the inviter's answer, on the page of the parents. */
export function Asked() {
  const { t } = useTranslation();
  return (
    <Banner title={t(($) => $.common.banner.askedTitle)} text={t(($) => $.common.banner.askedText)}>
      <LinkButton
        to="/profile/parents"
        variant="secondary"
        icon={UserPlus}
        label={t(($) => $.common.banner.askedOpen)}
      />
    </Banner>
  );
}
