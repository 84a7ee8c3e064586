import { expect, test } from 'vitest';
import { profilePath } from '#domain/paths.ts';
import { calls } from '#domain/protocol/calls.ts';
import { accountIn, HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { addPasskey, bodyOf, makeCodes, postCall, signInWith } from '#tests/support/people/passkey-family.ts';
import { CHOSEN, outcomeOf, press } from '#tests/support/people/planted-account.ts';
import { DAY, logIn, startWithThief, THIEF, THIEFS } from '#tests/support/people/stolen-account.ts';
import { get, postJson } from '#tests/support/server/http.ts';
import { codeIn, secretIn } from '#tests/support/server/mail-server.ts';

test('the former address undoes a change: it is restored, and what was added since ends', async () => {
  const { url, family, email, passkey, thief, steal, waitForMail } = await startWithThief();
  await steal(THIEF, PASSWORD);
  const { passkey: planted } = await addPasskey(thief);
  bodyOf(await postCall(thief, 'changePassword', { password: THIEFS }));
  const mail = await waitForMail('addressChanged');
  expect(mail.recipients).toEqual([email]);
  const token = secretIn(mail);
  const answer = await press(url, 'undoEmailChange', { token, password: CHOSEN, former: PASSWORD });
  expect(accountIn(answer)).toEqual(family.account);
  const owner = new HouseholdOnPhone(url, family.account, answer.cookie ?? '');
  expect((await get(url, calls.myEmail.path, { cookie: owner.cookie })).body).toEqual({
    email,
    verified: true,
  });
  const profile = (await owner.documents()).get(profilePath(family.account.uid));
  expect(profile).toMatchObject({ email });
  expect((await thief.trySync()).status).toBe(401);
  expect((await signInWith(url, planted)).status).toBe(401);
  expect((await signInWith(url, passkey)).status).toBe(200);
  expect([await logIn(url, THIEF, THIEFS), await logIn(url, email, THIEFS)]).toEqual([401, 401]);
  expect(await logIn(url, email, CHOSEN)).toBe(200);
  expect((await waitForMail('addressRestored')).recipients).toEqual([THIEF]);
  const again = await press(url, 'undoEmailChange', { token, password: CHOSEN, former: PASSWORD });
  expect(outcomeOf(again)).toEqual([410, 'link-expired']);
});

test('a thief of the former mailbox undoes nothing without the former password or a session', async () => {
  const { url, thief: parent, steal, waitForMail } = await startWithThief();
  await steal('astrid.ny@example.org', PASSWORD);
  const token = secretIn(await waitForMail('addressChanged'));
  const stranger = await registerHousehold(url, 'Dahl');
  const attempt = (former?: string, cookie?: string) =>
    press(url, 'undoEmailChange', { token, password: CHOSEN, ...(former && { former }) }, cookie);
  expect(outcomeOf(await attempt())).toEqual([403, 'reauthentication-needed']);
  expect(outcomeOf(await attempt(undefined, stranger.cookie))).toEqual([403, 'reauthentication-needed']);
  expect(outcomeOf(await attempt('gissning'))).toEqual([401, 'invalid-credentials']);
  expect((await attempt(undefined, parent.cookie)).status).toBe(200);
});

test('guessing the former password of a change is limited', async () => {
  const { url, steal, waitForMail } = await startWithThief();
  await steal(THIEF, PASSWORD);
  const token = secretIn(await waitForMail('addressChanged'));
  const attempt = (former: string) => press(url, 'undoEmailChange', { token, password: CHOSEN, former });
  for (let i = 0; i < 10; i += 1) expect((await attempt(`gissning ${i}`)).status).toBe(401);
  expect(outcomeOf(await attempt(PASSWORD))).toEqual([429, 'too-many-requests']);
});

test('a second change does not keep the first one from being undone, and is not undone afterwards', async () => {
  const { url, email, steal, waitForMail } = await startWithThief();
  await steal(THIEF, PASSWORD);
  const own = secretIn(await waitForMail('addressChanged'));
  await steal('tjuv.igen@example.org', PASSWORD, 2);
  const second = await waitForMail('addressChanged', 2);
  expect(second.recipients).toEqual([THIEF]);
  const undo = (token: string) =>
    press(url, 'undoEmailChange', { token, password: CHOSEN, former: PASSWORD });
  expect(accountIn(await undo(own)).email).toBe(email);
  expect(outcomeOf(await undo(secretIn(second)))).toEqual([410, 'link-expired']);
});

test('a thief who undoes the second change does not void the link that undoes the first', async () => {
  const { url, email, steal, waitForMail } = await startWithThief();
  await steal(THIEF, PASSWORD);
  const own = secretIn(await waitForMail('addressChanged'));
  await steal('tjuv.igen@example.org', PASSWORD, 2);
  const second = secretIn(await waitForMail('addressChanged', 2));
  const undo = (token: string) =>
    press(url, 'undoEmailChange', { token, password: CHOSEN, former: PASSWORD });
  expect(accountIn(await undo(second)).email).toBe(THIEF);
  expect(accountIn(await undo(own)).email).toBe(email);
});

test('a requirement that a thief turned on ends with the undone change', async () => {
  const { url, family, thief, steal, waitForMail } = await startWithThief();
  await steal(THIEF, PASSWORD);
  await makeCodes(thief);
  bodyOf(await postCall(thief, 'requirePasskey', { required: true }));
  const token = secretIn(await waitForMail('addressChanged'));
  const answer = await press(url, 'undoEmailChange', { token, password: CHOSEN, former: PASSWORD });
  expect(accountIn(answer)).toEqual(family.account);
});

test('a requirement from before the change still stands when it is undone', async () => {
  const { url, passkey, steal, waitForMail } = await startWithThief({ strict: true });
  await steal(THIEF, PASSWORD);
  const token = secretIn(await waitForMail('addressChanged'));
  const answer = await press(url, 'undoEmailChange', { token, password: CHOSEN, former: PASSWORD });
  expect(answer.body).toEqual({ next: 'passkey' });
  expect((await signInWith(url, passkey)).status).toBe(200);
});

test('nobody else gets the former address while the change can be undone, and its account can go back to it', async () => {
  const { app, url, email, family, steal, waitForMail } = await startWithThief();
  await steal(THIEF, PASSWORD);
  const someone = { firstName: 'Maja', lastName: 'Lind', email, password: THIEFS };
  const register = () => postJson(url, calls.register.path, someone);
  expect(outcomeOf(await register())).toEqual([409, 'email-taken']);
  const other = await registerHousehold(url, 'Dahl');
  bodyOf(await postCall(other, 'reauthenticate', { password: PASSWORD }));
  bodyOf(await postCall(other, 'changeEmail', { email }));
  const code = codeIn(await waitForMail('newAddress', 2));
  expect(outcomeOf(await postCall(other, 'confirmCode', { code }))).toEqual([409, 'email-taken']);
  await steal(email, PASSWORD, 3);
  await steal(THIEF, PASSWORD, 4);
  expect(outcomeOf(await register())).toEqual([409, 'email-taken']);
  const token = secretIn(await waitForMail('addressChanged', 2));
  const answer = await press(url, 'undoEmailChange', { token, password: CHOSEN, former: PASSWORD });
  expect(accountIn(answer)).toEqual(family.account);
  app.clock.ahead += 7 * DAY;
  expect(outcomeOf(await register())).toEqual([409, 'email-taken']);
});

test('a former address is free once the change can no longer be undone', async () => {
  const { app, url, email, steal } = await startWithThief();
  await steal(THIEF, PASSWORD);
  app.clock.ahead += 7 * DAY;
  const someone = { firstName: 'Maja', lastName: 'Lind', email, password: THIEFS };
  expect((await postJson(url, calls.register.path, someone)).status).toBe(200);
});

test('the link works for seven days', async () => {
  const { app, url, email, steal, waitForMail } = await startWithThief();
  await steal(THIEF, PASSWORD);
  const token = secretIn(await waitForMail('addressChanged'));
  const ask = () => postJson(url, calls.mailedLink.path, { kind: 'undo-email', token });
  app.clock.ahead += 7 * DAY - 60_000;
  expect((await ask()).body).toMatchObject({ email: 't…@e….org', isSignedIn: false });
  app.clock.ahead += 60_000;
  expect(outcomeOf(await ask())).toEqual([410, 'link-expired']);
  expect(await logIn(url, email, PASSWORD)).toBe(401);
});

test('an address that was never verified is told of the change without a link that undoes it', async () => {
  const { email, steal, waitForMail } = await startWithThief({ verified: false });
  await steal(THIEF, PASSWORD);
  const mail = await waitForMail('unverifiedAddressChanged');
  expect(mail.recipients).toEqual([email]);
  expect(mail.mail.text).not.toContain('#');
});
