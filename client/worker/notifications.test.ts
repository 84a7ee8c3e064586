import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkerScope } from '#tests/support/browser/worker-scope.ts';

const ORIGIN = 'https://framme.example.org';
const message = {
  web_push: 8030,
  notification: {
    title: 'Kan Ella stanna till 18:00?',
    lang: 'sv',
    tag: 'abc',
    icon: `${ORIGIN}/icon-192.png`,
    navigate: `${ORIGIN}/dashboard`,
  },
};

let worker: WorkerScope;

beforeEach(async () => {
  const build = { id: 'one', base: '', shell: '/dashboard', assets: [] };
  worker = await new WorkerScope().run('service-worker', build);
});
afterEach(() => vi.unstubAllGlobals());

const pushed = (text: string | undefined) =>
  worker.event('push', { data: text === undefined ? null : { json: () => JSON.parse(text) } });

test('a message is shown with its words, and leads to where it says', async () => {
  await pushed(JSON.stringify(message));
  const { title, navigate, ...options } = message.notification;
  expect(worker.shown).toEqual([{ title, ...options, data: { navigate } }]);
});

test.each([
  ['America/New_York', undefined, 'centraleuropeisk tid'],
  ['Europe/London', 'med Kim', 'med Kim (centraleuropeisk tid)'],
  ['Europe/Berlin', 'med Kim', 'med Kim'],
])('a message names its zone on a device whose clock shows another time: %s', async (zone, body, shown) => {
  vi.stubEnv('TZ', 'Europe/Stockholm');
  const own = { name: 'centraleuropeisk tid', offset: new Date().getTimezoneOffset() };
  const notification = { ...message.notification, zone: own, ...(body && { body }) };
  vi.stubEnv('TZ', zone);
  await pushed(JSON.stringify({ ...message, notification }));
  vi.unstubAllEnvs();
  expect(worker.shown[0]?.body).toBe(shown);
  expect(worker.shown[0]).not.toHaveProperty('zone');
});

test('the open pages hear of a message once it is shown', async () => {
  const heard: unknown[] = [];
  worker.clients.matchAll = async () => [
    { postMessage: (said: unknown) => heard.push([said, worker.shown.length]) },
  ];
  await pushed(JSON.stringify(message));
  expect(heard).toEqual([['notified', 1]]);
});

test.each([
  ['none', undefined],
  ['no JSON', 'Ella'],
  ['null', 'null'],
  ['no notification', '{}'],
  ['no title', '{"notification":{"body":"x"}}'],
  ['a title that is no text', '{"notification":{"title":7}}'],
])('a message is shown in any case, also with %s', async (_name, text) => {
  await pushed(text);
  expect(worker.shown).toEqual([{ title: 'Framme', data: { navigate: '/dashboard' } }]);
});

test('other words in the place of former ones ring again; a message that comes twice does not', async () => {
  await pushed(JSON.stringify(message));
  await pushed(JSON.stringify(message));
  expect(worker.shown.at(-1)).not.toHaveProperty('renotify');
  const later = { ...message.notification, title: 'Kan Ella stanna till 19:00?' };
  await pushed(JSON.stringify({ ...message, notification: later }));
  expect(worker.shown.at(-1)).toMatchObject({ title: later.title, renotify: true });
});

/** Presses a notification and returns the addresses that were focused and opened. */
async function pressed(navigate: unknown, ...windows: { url: string; visibilityState?: string }[]) {
  const [focused, opened]: [string[], string[]] = [[], []];
  const close = vi.fn();
  worker.clients.matchAll = async () =>
    windows.map((one) => ({ ...one, focus: async () => focused.push(one.url) }));
  worker.clients.openWindow = async (url: string) => opened.push(url);
  await worker.event('notificationclick', { notification: { close, data: { navigate } } });
  expect(close).toHaveBeenCalledOnce();
  return { focused, opened };
}

test('a press brings the open app to the front, that which is seen first, and opens no other', async () => {
  const [hidden, seen] = [`${ORIGIN}/history`, `${ORIGIN}/profile`];
  expect(
    await pressed(`${ORIGIN}/dashboard`, { url: hidden }, { url: seen, visibilityState: 'visible' }),
  ).toEqual({ focused: [seen], opened: [] });
});

test('a press opens the dashboard if only pages for somebody else are open', async () => {
  const others = [{ url: `${ORIGIN}/visit#secret` }, { url: `${ORIGIN}/login` }];
  expect(await pressed(`${ORIGIN}/dashboard`, ...others)).toEqual({
    focused: [],
    opened: [`${ORIGIN}/dashboard`],
  });
});

test.each([
  ['another origin', 'https://framme.example.com/dashboard'],
  ['a script', 'javascript:alert(1)'],
  ['no address', 'https://'],
  ['nothing', undefined],
])('a press opens the dashboard, and never %s', async (_name, navigate) => {
  expect((await pressed(navigate)).opened).toEqual([`${ORIGIN}/dashboard`]);
});
