import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { type AppOptions, startApp, until } from '#tests/support/server/app.ts';
import { PushBrowser, type PushRequest } from '#tests/support/server/push-browser.ts';
import { startPushService } from '#tests/support/server/push-service.ts';
import type { HouseholdOnPhone } from './household.ts';
import { linkedVisit, mustRun } from './linked-visit.ts';
import { done } from './two-parents.ts';

/** A notification as a browser shows it. */
interface Shown {
  to: NotifiedDevice;
  title: string;
  body?: string;
  lang: string;
  tag: string;
  navigate: string;
}

/** A browser that subscribed at the push service, in a phone's session. */
interface NotifiedDevice {
  path: string;
  browser: PushBrowser;
}

/** Starts the app with a push service, whose messages are opened by the browsers for which they are. */
export async function startAppWithPush(options: AppOptions = {}) {
  const service = await startPushService();
  const env = { PUSH_SERVICES: service.origin, ...options.env };
  const app = await startApp({ ...options, env });
  const devices: NotifiedDevice[] = [];
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

/** A family with a device and a time home in half an hour, at a server of a host; others on its data have the same push service. */
export async function hostedFamily(options: AppOptions = {}) {
  const service = await startPushService();
  const start = (options: AppOptions = {}) =>
    startApp({ ...options, env: { PUSH_SERVICES: service.origin, ...options.env } });
  const app = await start(options);
  const { phone, ref, visit } = await linkedVisit(app.url);
  const browser = new PushBrowser();
  const device = { endpoint: `${service.origin}/secret-path`, ...browser.keys };
  await done(phone, 'subscribe', { ...device, taps: true });
  await mustRun(phone, 'expectHome', { ...ref, visit, at: isoTime(app.clock.now() + 30 * MINUTE_MS) });
  const titles = () => service.got.map(({ body }) => JSON.parse(browser.open(body).text).notification.title);
  return { app, start, phone, device, titles };
}

/** A time in Sweden, as a parent reads it. */
export const clockOf = (at: string) =>
  new Date(at).toLocaleTimeString('sv', { timeZone: 'Europe/Stockholm', hour: '2-digit', minute: '2-digit' });
