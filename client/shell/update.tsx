import { useEffect, useState } from 'react';
import { useHost } from '#client/session/use-host.ts';
import { useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { isModalOpen } from '#client/ui/dialogs/modals.ts';
import { useLeave } from '#client/ui/hooks/unsaved.ts';
import { followWorker } from '#client/worker/registration.ts';
import type { Host } from '#domain/pages/host.ts';
import styles from './banners.module.css';
import { useReload } from './use-reload.ts';

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
    <div className={styles.banners}>
      <div className={styles.banner} role="status">
        <div>
          <strong>{t(($) => $.update.title)}</strong>
          <p>{t(($) => $.update.text)}</p>
        </div>
        <Button busy={isReloading} onClick={() => leave(reload)}>
          {t(($) => $.update.now)}
        </Button>
      </div>
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
