import { useEffect } from 'react';
import { closeNotifications, renewedPushState, wantsPush } from '#client/data/device/push-subscription.ts';
import { useData, useHousehold, useIsLocked } from '#client/session/use-household.ts';

/**
 * Keeps this device subscribed where its parent turned that on, and closes its notifications once the app shows what they say
 * or the session has ended. Renders nothing.
 */
export function KeepNotified() {
  const data = useData();
  const { uid } = useHousehold().account;
  const isLocked = useIsLocked();
  useEffect(() => {
    // Also after a sign-in on the open page. Without a network the next start tries again.
    if (!isLocked && wantsPush(uid)) renewedPushState(data).catch(() => undefined);
  }, [data, uid, isLocked]);
  useEffect(() => {
    const close = () => void (document.visibilityState === 'visible' && closeNotifications());
    if (isLocked) void closeNotifications();
    else close();
    document.addEventListener('visibilitychange', close);
    return () => document.removeEventListener('visibilitychange', close);
  }, [isLocked]);
  return null;
}
