import { expect, test } from 'vitest';
import { profilePath } from '#domain/paths.ts';
import { calls } from '#domain/protocol/calls.ts';
import { DAY_MS } from '#domain/time.ts';
import { accountIn, HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { addPasskey, bodyOf, makeCodes, postCall, signInWith } from '#tests/support/people/passkey-family.ts';
import { CHOSEN, press } from '#tests/support/people/planted-account.ts';
import { familyWithThief, logIn, newAddress, THIEFS } from '#tests/support/people/stolen-account.ts';
import { shareAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { secretIn } from '#tests/support/server/mail-server.ts';

const here = shareAppWithMail();

test('the former address undoes a change: it is restored, and what was added since ends', async () => {
  const { url, family, email, passkey, thief, theirs, steal, undo, mailTo } = await familyWithThief(here());
  await steal(theirs);
  const { passkey: planted } = await addPasskey(thief);
  await makeCodes(thief);
  bodyOf(await postCall(thief, 'requirePasskey', { required: true }));
  bodyOf(await postCall(thief, 'changePassword', { password: THIEFS }));
  const token = secretIn(await mailTo(email, 'addressChanged'));
  const answer = await undo(token);
  expect(accountIn(answer)).toEqual(family.account);
  const owner = new HouseholdOnPhone(url, family.account, answer.cookie ?? '');
  const { body } = await get(url, calls.myEmail.path, { cookie: owner.cookie });
  expect(body).toEqual({ email, verified: true });
  expect((await owner.documents()).get(profilePath(family.account.uid))).toMatchObject({ email });
  expect((await thief.trySync()).status).toBe(401);
  expect((await signInWith(url, planted)).status).toBe(401);
  expect((await signInWith(url, passkey)).status).toBe(200);
  expect([await logIn(url, theirs, THIEFS), await logIn(url, email, THIEFS)]).toEqual([401, 401]);
  expect(await logIn(url, email, CHOSEN)).toBe(200);
  await mailTo(theirs, 'addressRestored');
  expect(codeOf(await undo(token))).toBe('link-expired');
});

test('a thief of the former mailbox undoes nothing without the former password or a session', async () => {
  const { url, thief: parent, theirs, steal, undoToken } = await familyWithThief(here());
  await steal(theirs);
  const token = await undoToken();
  const stranger = await registerHousehold(url, 'Dahl');
  const attempt = (former?: string, cookie?: string) =>
    press(url, 'undoEmailChange', { token, password: CHOSEN, ...(former && { former }) }, cookie);
  expect(codeOf(await attempt())).toBe('reauthentication-needed');
  expect(codeOf(await attempt(undefined, stranger.cookie))).toBe('reauthentication-needed');
  expect(codeOf(await attempt('gissning'))).toBe('invalid-credentials');
  expect((await attempt(undefined, parent.cookie)).status).toBe(200);
});

test('guessing the former password of a change is limited', async () => {
  const { theirs, steal, undoToken, undo } = await familyWithThief(here());
  await steal(theirs);
  const token = await undoToken();
  for (let i = 0; i < 10; i += 1) expect((await undo(token, `gissning ${i}`)).status).toBe(401);
  expect(codeOf(await undo(token))).toBe('too-many-requests');
});

test('a second change does not keep the first one from being undone, and is not undone afterwards', async () => {
  const { email, theirs, steal, undoToken, undo } = await familyWithThief(here());
  await steal(theirs);
  const own = await undoToken();
  await steal(newAddress());
  const second = await undoToken(theirs);
  expect(accountIn(await undo(own)).email).toBe(email);
  expect(codeOf(await undo(second))).toBe('link-expired');
});

test('a thief who undoes the second change does not void the link that undoes the first', async () => {
  const { email, theirs, steal, undoToken, undo } = await familyWithThief(here());
  await steal(theirs);
  const own = await undoToken();
  await steal(newAddress());
  expect(accountIn(await undo(await undoToken(theirs))).email).toBe(theirs);
  expect(accountIn(await undo(own)).email).toBe(email);
});

test('a requirement from before the change still stands when it is undone', async () => {
  const { url, passkey, theirs, steal, undoToken, undo } = await familyWithThief(here(), { strict: true });
  await steal(theirs);
  expect((await undo(await undoToken())).body).toEqual({ next: 'passkey' });
  expect((await signInWith(url, passkey)).status).toBe(200);
});

test('the link works for seven days', async () => {
  const { app, url, email, theirs, steal, undoToken } = await familyWithThief(here());
  await steal(theirs);
  const token = await undoToken();
  const ask = () => postJson(url, calls.mailedLink.path, { kind: 'undo-email', token });
  app.clock.ahead += 7 * DAY_MS - 60_000;
  expect((await ask()).body).toMatchObject({ email: `${theirs[0]}…@e….org`, isSignedIn: false });
  app.clock.ahead += 60_000;
  expect(codeOf(await ask())).toBe('link-expired');
  expect(await logIn(url, email, PASSWORD)).toBe(401);
});

test('an address that was never verified is told of the change without a link that undoes it', async () => {
  const { email, theirs, steal, mailTo } = await familyWithThief(here(), { verified: false });
  await steal(theirs);
  expect((await mailTo(email, 'unverifiedAddressChanged')).mail.text).not.toContain('#');
});
