import { expect, test } from 'vitest';
import { type CallName, calls, EXPORT_PATHS, PROTOCOL } from '#domain/protocol/calls.ts';
import { LIVE_PATH } from '#domain/protocol/live.ts';
import { type HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
import { sampleOf } from '#tests/support/sample-message.ts';
import { shareApp, startApp } from '#tests/support/server/app.ts';
import { type Answer, codeOf, get, postJson } from '#tests/support/server/http.ts';

/** Calls without a session; every other call, a new one too, requires one. */
const PUBLIC_CALLS: readonly CallName[] = [
  ...(['register', 'logIn', 'logOut', 'whoAmI', 'otherAccounts'] as const),
  ...(['askRecovery', 'recover', 'verifyEmail', 'confirmEmail'] as const),
  ...(['mailedLink', 'claimAccount', 'undoEmailChange'] as const),
  ...(['passkeySignInOptions', 'signInWithPasskey', 'pendingSecondFactor', 'secondFactorOptions'] as const),
  ...(['secondFactor', 'secondFactorByCode', 'leaveSecondFactor'] as const),
  ...(['startProvider', 'pendingSignUp', 'finishSignUp'] as const),
  // A link is asked for instead.
  ...(['seeVisit', 'answerVisit', 'storedByLink', 'refuseLinks', 'previewInvitation'] as const),
];

const id = newId();
const syncMessage = { protocol: PROTOCOL, household: id, device: id, cursor: null, deviceNow: 1, ops: [] };
const DAY = 24 * 60 * 60_000;
const app = shareApp();

interface Door {
  path: string;
  ask: (url: string, cookie: string) => Promise<Answer>;
}

const closed = (Object.keys(calls) as CallName[]).filter((name) => !PUBLIC_CALLS.includes(name)).map(doorOf);
const reading = [...Object.values(EXPORT_PATHS), `${LIVE_PATH}?cursor=0`].map(
  (path): Door => ({ path, ask: (url, cookie) => get(url, path, { cookie }) }),
);
const doors = [...closed, ...reading].map((door) => [door.path, door] as const);

function doorOf(name: CallName): Door {
  const { method, path, request } = calls[name];
  const message = name === 'sync' ? syncMessage : sampleOf(request);
  return {
    path,
    ask: (url, cookie) =>
      method === 'GET' ? get(url, path, { cookie }) : postJson(url, path, message, { cookie }),
  };
}

/** Returns cookies that resemble a valid one and are not. */
function lookalikes({ cookie }: HouseholdOnPhone): string[] {
  const [name, token = ''] = cookie.split('=');
  const swapped = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`;
  return ['', swapped, token.slice(1), `${token}A`, token.toUpperCase(), `${token}%00`, 'null'].map(
    (other) => `${name}=${other}`,
  );
}

test.each(doors)('%s refuses requests without a valid session', async (_path, door) => {
  const family = await registerHousehold(app().url);
  for (const cookie of [
    '',
    ...lookalikes(family),
    '__Host-framme=x',
    family.cookie.replace('framme', 'session'),
  ]) {
    const answer = await door.ask(family.url, cookie);
    expect([cookie, answer.status, codeOf(answer)]).toEqual([cookie, 401, 'not-signed-in']);
  }
  expect((await get(family.url, calls.whoAmI.path, { cookie: family.cookie })).body).toEqual({
    account: family.account,
  });
});

test('an ended or expired session is refused by every call', async () => {
  const { url, clock } = await startApp();
  const [ended, expired] = [await registerHousehold(url), await registerHousehold(url)];
  await ended.post(calls.logOut.path, {});
  const opensNone = async ({ cookie }: HouseholdOnPhone) => {
    for (const [path, door] of doors) {
      const answer = await door.ask(url, cookie);
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 401, 'not-signed-in']);
    }
  };
  await opensNone(ended);
  clock.ahead = 181 * DAY;
  await opensNone(expired);
});

test('public calls reveal nothing of a family to an invalid cookie, and never fail', async () => {
  const family = await registerHousehold(app().url);
  const secrets = [family.account.uid, family.account.household, family.account.email];
  for (const name of PUBLIC_CALLS) {
    for (const cookie of ['', ...lookalikes(family)]) {
      const answer = await doorOf(name).ask(family.url, cookie);
      expect([name, answer.status < 500 || codeOf(answer) === 'unavailable']).toEqual([name, true]);
      expect([name, codeOf(answer)]).not.toEqual([name, 'not-signed-in']);
      for (const secret of secrets) expect(JSON.stringify(answer.body)).not.toContain(secret);
    }
  }
});
