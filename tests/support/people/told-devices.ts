import { type AppOptions, startApp, until } from '#tests/support/server/app.ts';
import { PushBrowser, type PushRequest } from '#tests/support/server/push-browser.ts';
import { startPushService } from '#tests/support/server/push-service.ts';
import type { HouseholdOnPhone } from './household.ts';
import { done } from './two-parents.ts';

/** A notification as a browser shows it. */
interface Shown {
  to: ToldDevice;
  title: string;
  body?: string;
  lang: string;
  tag: string;
  navigate: string;
}

/** A browser that subscribed at the push service, in a phone's session. */
interface ToldDevice {
  path: string;
  browser: PushBrowser;
}

/** Starts the app with a push service, whose messages are opened by the browsers for which they are. */
export async function startAppWithPush(options: AppOptions = {}) {
  const service = await startPushService();
  const env = { PUSH_SERVICES: service.origin, ...options.env };
  const app = await startApp({ ...options, env });
  const devices: ToldDevice[] = [];
  const subscribe = async (phone: HouseholdOnPhone, { taps = false } = {}) => {
    const device = { path: `/endpoint-${devices.length}`, browser: new PushBrowser() };
    devices.push(device);
    const endpoint = service.origin + device.path;
    await done(phone, 'subscribe', { endpoint, ...device.browser.keys, taps });
    return device;
  };
  /** Everything that the push service took or refused until now. */
  const shown = () =>
    service.got.map(({ path, body }: PushRequest): Shown => {
      const to = devices.find((device) => device.path === path);
      if (!to) throw new Error(`nobody subscribed at ${path}`);
      return { to, ...JSON.parse(to.browser.open(body).text).notification };
    });
  const titles = () => shown().map(({ title }) => title);
  /** Resolves when no alert is due or being sent any more: each is settled by then. */
  const settled = () => until(async () => !(await app.store.hasDueAlerts('9999')));
  return { app, service, subscribe, shown, titles, settled };
}

/** A time in Sweden, as a parent reads it. */
export const clockOf = (at: string) =>
  new Date(at).toLocaleTimeString('sv', { timeZone: 'Europe/Stockholm', hour: '2-digit', minute: '2-digit' });
