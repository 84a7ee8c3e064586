import { expect, test } from 'vitest';
import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { gate } from '#tests/support/gate.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { shareApp, until } from '#tests/support/server/app.ts';
import { get } from '#tests/support/server/http.ts';
import { keepResponses } from '#tests/support/server/kept-responses.ts';

const responses = keepResponses();

let held: Promise<void> | undefined;
let waiting = 0;
const app = shareApp({
  change: ({ store }) => ({
    store: {
      ...store,
      async session(...found) {
        waiting += 1;
        await held;
        waiting -= 1;
        return store.session(...found);
      },
    },
  }),
});

/** Gives requests up while their session is looked up, and lets the lookups end. */
async function giveUp(...requests: ((signal: AbortSignal) => Promise<Response>)[]): Promise<void> {
  const { passed, open } = gate();
  held = passed;
  const abort = new AbortController();
  const replies = requests.map((send) => send(abort.signal).catch(() => undefined));
  await until(() => waiting === requests.length);
  abort.abort();
  await Promise.all(replies);
  // The server hears of it a moment later.
  await until(() => responses.every(({ closed }) => closed));
  held = undefined;
  open();
  await until(() => waiting === 0);
}

test('requests that are given up before their session is found leave no slot taken', async () => {
  const { url } = app();
  const phone = await registerHousehold(url);
  const headers = { origin: url, 'content-type': 'application/json', cookie: phone.cookie };
  const sync = (signal: AbortSignal) =>
    fetch(`${url}/api/sync`, { method: 'POST', body: '{}', headers, signal });
  for (let given = 0; given < 8; given++) await giveUp(sync);
  expect((await phone.trySync()).status).toBe(200);
});

test('exports that are given up before their session is found keep no other family waiting', async () => {
  const { url } = app();
  const families = await Promise.all(['A', 'B', 'C', 'D'].map((name) => registerHousehold(url, name)));
  const [other, ...gone] = families;
  const exportOf = (cookie: string) => (signal: AbortSignal) =>
    fetch(url + EXPORT_PATHS.everything, { headers: { cookie }, signal });
  await giveUp(...gone.map(({ cookie }) => exportOf(cookie)));
  const { status } = await get(url, EXPORT_PATHS.visits, { cookie: other?.cookie ?? '' });
  expect(status).toBe(200);
});
