import { useCallback, useEffect } from 'react';
import {
  canReceivePush,
  isToldByPush,
  type PushState,
  renewedPushState,
  subscribeToPush,
  unsubscribeFromPush,
  wantsPush,
} from '#client/data/device/push-subscription.ts';
import { useAction } from '#client/forms/use-action.ts';
import type { Host } from '#domain/pages/host.ts';
import { useHost } from './use-host.ts';
import { useData, useHousehold } from './use-household.ts';
import { isApple, isInstalled } from './use-install.ts';
import { useAsked } from './use-query.tsx';

/** The reason why this device cannot be told; undefined if it can. On iPhone and iPad only the app on the home screen is told. */
export function usePushObstacle(): 'host' | 'homeScreen' | 'none' | undefined {
  return obstacleOf(useHost());
}

function obstacleOf({ push }: Host): 'host' | 'homeScreen' | 'none' | undefined {
  if (push === 'off') return 'host';
  if (canReceivePush()) return undefined;
  return isApple() && !isInstalled() ? 'homeScreen' : 'none';
}

/** Turns notifications on on this device, by a press, as browsers ask for it. `turnOn` returns true if they are on. */
export function useTurnOn() {
  const data = useData();
  const { uid } = useHousehold().account;
  const action = useAction();
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

/** The state of this device by its browser and the server; until that has answered, by what the browser remembers alone. */
interface DeviceState {
  isOn: boolean;
  permission: NotificationPermission;
  /** The server's part; undefined until it is known. */
  server?: PushState;
}

/** The state of notifications on this device, and what changes it. */
export function useNotifications() {
  const data = useData();
  const { uid } = useHousehold().account;
  const look = useCallback(async (): Promise<DeviceState> => {
    const server = await renewedPushState(data);
    return { server, isOn: await isToldByPush(server), permission: Notification.permission };
  }, [data]);
  const { reply, error, refetch } = useAsked(look);
  const { turnOn, ...action } = useTurnOn();
  useEffect(() => {
    // The parent may come back from the browser's settings.
    const onShow = () => void (document.visibilityState === 'visible' && refetch());
    document.addEventListener('visibilitychange', onShow);
    return () => document.removeEventListener('visibilitychange', onShow);
  }, [refetch]);
  /** A device that the push service has forgotten subscribes again first. */
  const test = async () => {
    const { result } = await data.ask('tryPush', {});
    if (result !== 'gone') return result;
    const isOn = await isToldByPush(await renewedPushState(data));
    return isOn ? (await data.ask('tryPush', {})).result : result;
  };
  const { permission } = reply ?? Notification;
  const isWanted = permission === 'granted' && wantsPush(uid);
  const state: DeviceState = reply ?? { permission, isOn: isWanted };
  return {
    ...state,
    error,
    ...action,
    /** The account turned it on here, and the subscription is lost. */
    isLost: isWanted && !state.isOn,
    turnOn: (taps: boolean) => turnOn(taps).then(refetch),
    turnOff: () => action.run(() => unsubscribeFromPush(data)).then(refetch),
    /** Calls back with the result. */
    test: (then: (result: Awaited<ReturnType<typeof test>>) => void) =>
      action.run(async () => then(await test())).then(refetch),
  };
}
