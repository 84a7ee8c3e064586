import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { type AppWithMail, startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { secretIn } from '#tests/support/server/mail-server.ts';
import { type Store, StoreUnavailable } from '../store/ports/store.ts';

/** The store's methods that a link uses; all others belong to background work. */
const ASKED = [
  'attempt',
  'oneTimeToken',
  'consumeOneTimeToken',
  'redeemOneTimeToken',
  'accountByUid',
  'credentialsOf',
  'session',
  'verifyEmail',
  'transact',
];

/** Starts an app whose store can be made unavailable at one of the next calls; 0 is the next. */
async function startBusy() {
  let inCalls = Number.POSITIVE_INFINITY;
  const busyAt = (store: Store) =>
    new Proxy(store, {
      get(target, name: keyof Store) {
        const call = target[name] as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => {
          if (!ASKED.includes(name)) return call(...args);
          inCalls -= 1;
          return inCalls === -1 ? Promise.reject(new StoreUnavailable('busy')) : call(...args);
        };
      },
    });
  const here = await startAppWithMail({ change: ({ store }) => ({ store: busyAt(store) }) });
  const beBusyIn = (calls: number) => {
    inCalls = calls;
  };
  return { ...here, beBusyIn };
}

/** Registers a family and returns it with the secret of one of its mailed links, once all mails are sent. */
async function secretFor(name: 'verifyEmail' | 'confirmEmail', { app, waitForMail }: AppWithMail) {
  const phone = await registerHousehold(app.url);
  const verifying = await waitForMail('verification');
  if (name === 'verifyEmail') return { phone, token: secretIn(verifying) };
  await phone.post(calls.reauthenticate.path, { password: PASSWORD });
  await phone.post(calls.changeEmail.path, { email: 'ny@example.org' });
  await waitForMail('addressChanging');
  return { phone, token: secretIn(await waitForMail('newAddress')) };
}

test.each(['verifyEmail', 'confirmEmail'] as const)(
  '%s: the link still works after the store was unavailable at any step',
  async (name) => {
    const { beBusyIn, ...here } = await startBusy();
    const { phone, token } = await secretFor(name, here);
    const answers = [];
    for (let round = 0; answers.at(-1) !== 200 && round < 20; round += 1) {
      beBusyIn(round);
      const answer = await phone.post(calls[name].path, { token });
      answers.push(codeOf(answer) ?? answer.status);
    }
    const [done, ...before] = answers.toReversed();
    expect(done).toBe(200);
    expect(before.length).toBeGreaterThan(2);
    expect(new Set(before)).toEqual(new Set(['unavailable']));
  },
);

test('recover: an unavailable store before the change changes nothing, and the link still works', async () => {
  const { app, waitForMail, beBusyIn } = await startBusy();
  const { email } = (await registerHousehold(app.url)).account;
  await waitForMail('verification');
  await postJson(app.url, calls.askRecovery.path, { email });
  const token = secretIn(await waitForMail('recovery'));
  const press = () => postJson(app.url, calls.recover.path, { token, password: 'korrekt häst batteri' });
  const stored = () => app.store.accountByEmail(email);
  const before = await stored();
  // The calls: count the address, find the link, its account and three kinds of credentials, redeem it.
  for (const round of [0, 1, 2, 3, 4, 5, 6]) {
    beBusyIn(round);
    expect(codeOf(await press())).toBe('unavailable');
    expect(await stored()).toEqual(before);
  }
  expect((await press()).status).toBe(200);
});
