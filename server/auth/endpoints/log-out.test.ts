import { expect, test } from 'vitest';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { startApp } from '#tests/support/server/app.ts';
import { postJson } from '#tests/support/server/http.ts';

const logOut = (phone: HouseholdOnPhone, session?: string) =>
  phone.post('/api/log-out', session === undefined ? {} : { session });

/** The hash of the phone's session, as the server tells its device. */
async function sessionOf(phone: HouseholdOnPhone): Promise<string> {
  const { body } = await phone.post('/api/held-accounts', { sessions: [] });
  return (body as { own: { session: string } }).own.session;
}

test('without a session a log-out changes nothing and is no error', async () => {
  const app = await startApp();
  const family = await registerHousehold(app.url);
  const session = await sessionOf(family);
  expect((await postJson(app.url, '/api/log-out', { session })).status).toBe(200);
  expect((await family.trySync()).status).toBe(200);
});

test('a log-out that means another session ends none and keeps the cookie', async () => {
  const app = await startApp();
  const [family, other] = [await registerHousehold(app.url), await registerHousehold(app.url)];
  const answer = await logOut(family, await sessionOf(other));
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
  for (const phone of [family, other]) expect((await phone.trySync()).status).toBe(200);
});

test('a log-out ends the session that it means, or without one that of the request', async () => {
  const app = await startApp();
  const [family, other] = [await registerHousehold(app.url), await registerHousehold(app.url)];
  expect((await logOut(family, await sessionOf(family))).status).toBe(200);
  expect((await logOut(other)).status).toBe(200);
  for (const phone of [family, other]) expect((await phone.trySync()).status).toBe(401);
});
