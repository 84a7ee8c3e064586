import { expect, test } from 'vitest';
import { gate } from '#tests/support/gate.ts';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { startApp } from '#tests/support/server/app.ts';
import { type Answer, codeOf, postJson } from '#tests/support/server/http.ts';

const MINUTE = 60_000;

test('log-ins with the right password are rate-limited too, also from a trusted browser', async () => {
  const app = await startApp({ env: { SIGN_INS_PER_HOUR: '10' } });
  const { account, cookie } = await registerHousehold(app.url);
  const logIn = (known = '') =>
    postJson(app.url, '/api/log-in', { email: account.email, password: PASSWORD }, { cookie: known });
  let known = deviceCookie(await logIn());
  for (let i = 0; i < 10; i++) {
    const answer = await logIn(known);
    expect(answer.status).toBe(200);
    known = deviceCookie(answer);
  }
  const late = [
    await logIn(known),
    await postJson(app.url, '/api/reauthenticate', { password: PASSWORD }, { cookie }),
  ];
  expect(late.map(codeOf)).toEqual(['too-many-requests', 'too-many-requests']);
  app.clock.ahead = 6 * MINUTE;
  expect((await logIn(known)).status).toBe(200);
});

test('a log-in with the old password is refused if the password changes while it is checked', async () => {
  const [looked, chosen] = [gate(), gate()];
  const { url } = await startApp({
    change: ({ store }) => ({
      store: {
        ...store,
        async resetAttempts(key) {
          looked.open();
          await chosen.passed;
          return store.resetAttempts(key);
        },
      },
    }),
  });
  const phone = await registerHousehold(url);
  const { email } = phone.account;
  const thief = postJson(url, '/api/log-in', { email, password: PASSWORD });
  await looked.passed;
  expect((await phone.post('/api/change-password', { password: 'korrekt häst batteri' })).status).toBe(200);
  chosen.open();
  expect(codeOf(await thief)).toBe('invalid-credentials');
});

test('a session without an authentication time, as an older server stored it, needs re-authentication', async () => {
  const { url, store } = await startApp();
  const phone = await registerHousehold(url);
  for (const { tokenHash } of await store.sessionsOf(phone.account.uid, ''))
    await store.reauthenticateSession(tokenHash, '');
  expect(codeOf(await phone.post('/api/change-password', { password: 'korrekt häst batteri' }))).toBe(
    'reauthentication-needed',
  );
});

function deviceCookie({ headers }: Answer): string {
  const cookie = headers.getSetCookie().find((one) => one.startsWith('framme-device='));
  return cookie?.split(';', 1)[0] ?? '';
}
