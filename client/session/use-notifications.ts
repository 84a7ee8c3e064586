import { useCallback, useEffect } from 'react';
import {
  canReceivePush,
  receivesPush,
  renewedPushState,
  subscribeToPush,
  unsubscribeFromPush,
  wantsPush,
} from '#client/data/storage/push-subscription.ts';
import { useAction } from '#client/forms/use-action.ts';
import { onVisible } from '#client/lib/when-online.ts';
import type { SiteInfo } from '#domain/pages/site-info.ts';
import type { CallReply } from '#domain/protocol/calls.ts';
import { useData, useHousehold } from './use-household.ts';
import { isApple, isInstalled } from './use-install.ts';
import { useQueryFn } from './use-query.tsx';
import { useSiteInfo } from './use-site-info.ts';

/** iPhone and iPad notify only the installed app. 'host': push is off on this server. */
export function usePushObstacle(): 'host' | 'homeScreen' | 'none' | undefined {
  return obstacleOf(useSiteInfo());
}

function obstacleOf({ push }: SiteInfo): 'host' | 'homeScreen' | 'none' | undefined {
  if (push === 'off') return 'host';
  if (canReceivePush()) return undefined;
  return isApple() && !isInstalled() ? 'homeScreen' : 'none';
}

/** Call `turnOn` in a press, as browsers require. */
export function useTurnOn() {
  const data = useData();
  const { uid } = useHousehold().account;
  const action = useAction(undefined, 'details');
  const turnOn = async (taps: boolean): Promise<boolean> => {
    let isOn = false;
    await action.run(async () => {
      if ((await Notification.requestPermission()) !== 'granted') return;
      const result = await subscribeToPush(data, { uid, taps });
      isOn = result === 'on';
      if (result !== 'on') action.fail((t) => t(($) => $.notifications[result]));
    });
    return isOn;
  };
  return { ...action, turnOn };
}

/** Until the server answers, what the browser remembers. */
interface DeviceState {
  isOn: boolean;
  permission: NotificationPermission;
  /** Undefined until the server answers. */
  server?: CallReply<'pushState'>;
}

export function useNotifications() {
  const data = useData();
  const { uid } = useHousehold().account;
  const look = useCallback(async (): Promise<DeviceState> => {
    const server = await renewedPushState(data);
    return { server, isOn: await receivesPush(server), permission: Notification.permission };
  }, [data]);
  const { reply, error, refetch } = useQueryFn(look);
  const { turnOn, ...action } = useTurnOn();
  // The parent may come back from the browser's settings.
  useEffect(() => onVisible(() => void refetch()), [refetch]);
  /** A device that the push service dropped subscribes again first. */
  const test = async () => {
    const { result } = await data.call('sendTestPush', {});
    if (result !== 'gone') return result;
    const isOn = await receivesPush(await renewedPushState(data));
    return isOn ? (await data.call('sendTestPush', {})).result : result;
  };
  const { permission } = reply ?? Notification;
  const isWanted = permission === 'granted' && wantsPush(uid);
  const state: DeviceState = reply ?? { permission, isOn: isWanted };
  return {
    ...state,
    error,
    ...action,
    /** The account wants push here, but the subscription is lost. */
    isLost: isWanted && !state.isOn,
    turnOn: (taps: boolean) => turnOn(taps).then(refetch),
    turnOff: () => action.run(() => unsubscribeFromPush(data)).then(refetch),
    test: (then: (result: CallReply<'sendTestPush'>['result']) => void) =>
      action.run(async () => then(await test())).then(refetch),
  };
}
