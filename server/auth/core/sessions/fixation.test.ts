import { expect, test } from 'vitest';
import { newId, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp } from '#tests/support/server/app.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';

const app = shareApp();

/** A token that an attacker planted in the victim's browser. */
const PLANTED = `framme=${'p'.repeat(43)}`;

const whoIs = async (cookie: string) => (await get(app().url, '/api/who-am-i', { cookie })).body;
const nobody = { account: null };

test('a token that was planted before the sign-in never becomes a session', async () => {
  const { url } = app();
  const { account } = await registerHousehold(url);
  const register = { firstName: 'A', lastName: 'B', email: `${newId()}@example.org`, password: PASSWORD };
  for (const [path, message] of [
    ['/api/log-in', { email: account.email, password: PASSWORD }],
    ['/api/register', register],
  ] as const) {
    const { status, cookie } = await postJson(url, path, message, { cookie: PLANTED });
    expect([status, cookie]).toEqual([200, expect.not.stringContaining(PLANTED)]);
    expect(await whoIs(PLANTED)).toEqual(nobody);
    expect(await whoIs(cookie ?? '')).not.toEqual(nobody);
  }
});

test("an attacker's own session planted in a browser ends when the victim signs in there", async () => {
  const { url } = app();
  const [attacker, victim] = [await registerHousehold(url), await registerHousehold(url)];
  const credentials = { email: victim.account.email, password: PASSWORD };
  const { cookie = '' } = await postJson(url, '/api/log-in', credentials, { cookie: attacker.cookie });
  expect(await whoIs(attacker.cookie)).toEqual(nobody);
  expect(await whoIs(cookie)).toEqual({ account: victim.account });
});

test('a failed sign-in gives no cookie and ends no session', async () => {
  const { url } = app();
  const family = await registerHousehold(url);
  const wrong = { email: family.account.email, password: 'gissning' };
  const answer = await family.post('/api/log-in', wrong);
  expect([codeOf(answer), answer.headers.getSetCookie()]).toEqual(['invalid-credentials', []]);
  expect(await whoIs(family.cookie)).toEqual({ account: family.account });
});

test('of two cookies of the same name only one counts', async () => {
  const { url } = app();
  const family = await registerHousehold(url);
  const both = [await whoIs(`${family.cookie}; ${PLANTED}`), await whoIs(`${PLANTED}; ${family.cookie}`)];
  expect(both).toContainEqual({ account: family.account });
  expect(both).toContainEqual(nobody);
});

test('a token in the URL or in an Authorization header is not accepted', async () => {
  const { url } = app();
  const token = (await registerHousehold(url)).cookie.split('=')[1] ?? '';
  expect((await get(url, `/api/who-am-i?framme=${token}`)).body).toEqual(nobody);
  expect((await get(url, '/api/who-am-i', { authorization: `Bearer ${token}` })).body).toEqual(nobody);
});
