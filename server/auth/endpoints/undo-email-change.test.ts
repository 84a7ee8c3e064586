import { expect, test } from 'vitest';
import { profilePath } from '#domain/paths.ts';
import type { Activity } from '#domain/protocol/account-calls.ts';
import { calls } from '#domain/protocol/calls.ts';
import type { MailedLink } from '#domain/protocol/email-calls.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { accountIn, HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import {
  addPasskey,
  bodyOf,
  listPasskeys,
  makeCodes,
  postCall,
  signInWith,
} from '#tests/support/people/passkey-family.ts';
import { CHOSEN, press } from '#tests/support/people/planted-account.ts';
import { familyWithThief, logIn, newAddress, THIEFS } from '#tests/support/people/stolen-account.ts';
import { shareAppWithMail, startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { startAppWithProviders } from '#tests/support/server/app-with-providers.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { codeIn, secretIn } from '#tests/support/server/mail-server.ts';
import { KNOWN_PERSON, startMockOpenIdProvider } from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';

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

const describeLink = async (url: string, token: string, kind = 'undo-email') =>
  bodyOf<MailedLink>(await postJson(url, calls.mailedLink.path, { kind, token }));

test('a thief who changes the password before the address does not keep the parent from undoing it', async () => {
  const { family, email, url, theirs, steal, replacePassword, undoToken, undo } = await familyWithThief(
    here(),
  );
  await replacePassword(PASSWORD, THIEFS);
  await steal(theirs, THIEFS);
  expect((await family.trySync()).status).toBe(401);
  expect(accountIn(await undo(await undoToken()))).toEqual(family.account);
  expect([await logIn(url, email, CHOSEN), await logIn(url, email, THIEFS)]).toEqual([200, 401]);
});

test('many new passwords of a thief do not push out the one from before them', async () => {
  const { app, family, theirs, steal, replacePassword, undoToken, undo } = await familyWithThief(here());
  let present = PASSWORD;
  for (let i = 0; i < 7; i += 1) {
    const next = `${THIEFS}-${i}`;
    app.clock.ahead += HOUR_MS;
    await replacePassword(present, next);
    present = next;
  }
  await steal(theirs, present);
  const token = await undoToken();
  // The five first ones and the present one are known; the sixth is not.
  expect(codeOf(await undo(token, `${THIEFS}-5`))).toBe('invalid-credentials');
  expect(accountIn(await undo(token))).toEqual(family.account);
});

test('a password from more than a week before the change undoes nothing', async () => {
  const { app, theirs, steal, replacePassword, undoToken, undo } = await familyWithThief(here());
  await replacePassword(PASSWORD, THIEFS);
  app.clock.ahead += 7 * DAY_MS;
  await steal(theirs, THIEFS);
  expect(codeOf(await undo(await undoToken()))).toBe('invalid-credentials');
});

test('a recovery by mail makes the replaced passwords worthless', async () => {
  const { url, email, thief, theirs, steal, replacePassword, mailTo, undoToken, undo } =
    await familyWithThief(here());
  await replacePassword(PASSWORD, THIEFS);
  await postJson(url, calls.askRecovery.path, { email });
  const recovery = secretIn(await mailTo(email, 'recovery'));
  const keep = (await describeLink(url, recovery, 'recovery')).methods.map(({ id }) => id);
  const recovered = await press(url, 'recover', { token: recovery, password: CHOSEN, keep });
  thief.cookie = recovered.cookie ?? '';
  await steal(theirs, CHOSEN);
  const token = await undoToken();
  for (const previous of [PASSWORD, THIEFS])
    expect(codeOf(await undo(token, previous))).toBe('invalid-credentials');
  expect((await undo(token, CHOSEN)).status).toBe(200);
});

test('a passkey and a requirement that a thief planted before the change end with it', async () => {
  const { url, family, passkey, thief, theirs, proveAs, steal, undoToken, undo } = await familyWithThief(
    here(),
  );
  await proveAs(PASSWORD);
  const { passkey: planted } = await addPasskey(thief);
  await makeCodes(thief);
  bodyOf(await postCall(thief, 'requirePasskey', { required: true }));
  await steal(theirs);
  expect(accountIn(await undo(await undoToken()))).toEqual(family.account);
  expect((await signInWith(url, planted)).status).toBe(401);
  expect((await signInWith(url, passkey)).status).toBe(200);
});

test('a requirement ends if a thief replaced everything that meets it', async () => {
  const { url, family, passkey, thief, theirs, proveAs, steal, undoToken, undo } = await familyWithThief(
    here(),
    { strict: true },
  );
  await proveAs(PASSWORD);
  const { passkey: planted } = await addPasskey(thief);
  await makeCodes(thief);
  const { passkeys } = await listPasskeys(thief);
  bodyOf(await postCall(thief, 'removePasskey', { id: passkeys.find(({ id }) => id !== planted.id)?.id }));
  expect((await signInWith(url, passkey)).status).toBe(401);
  await steal(theirs);
  expect(accountIn(await undo(await undoToken()))).toEqual(family.account);
  expect((await signInWith(url, planted)).status).toBe(401);
});

test('the page shows the sign-in methods from before the change, and what the parent chooses stays', async () => {
  const { url, app, passkey, thief, theirs, proveAs, steal, undoToken, undo } = await familyWithThief(here());
  await proveAs(PASSWORD);
  const { passkey: mine } = await addPasskey(thief);
  app.clock.ahead += 60_000;
  await steal(theirs);
  app.clock.ahead += 60_000;
  const { passkey: later } = await addPasskey(thief);
  const token = await undoToken();
  const { methods } = await describeLink(url, token);
  expect(methods.map(({ kind, endsUnlessKept }) => [kind, endsUnlessKept])).toEqual([
    ['passkey', false],
    ['passkey', true],
  ]);
  const keep = methods.filter(({ endsUnlessKept }) => endsUnlessKept).map(({ id }) => id);
  expect((await undo(token, PASSWORD, keep)).status).toBe(200);
  const opens = await Promise.all([passkey, mine, later].map((one) => signInWith(url, one)));
  expect(opens.map(({ status }) => status)).toEqual([401, 200, 401]);
});

test('a required passkey from before is neither shown nor ended, whatever the link is sent with', async () => {
  const { url, passkey, theirs, steal, undoToken, undo } = await familyWithThief(here(), { strict: true });
  await steal(theirs);
  const token = await undoToken();
  expect((await describeLink(url, token)).methods).toEqual([]);
  expect((await undo(token, PASSWORD, [])).body).toEqual({ next: 'passkey' });
  expect((await signInWith(url, passkey)).status).toBe(200);
});

const REGISTRATION = { firstName: 'Tjuv', lastName: 'Tjuvsson', password: THIEFS };

test('nobody else gets the former address while the change of it can be undone', async () => {
  const google = await startMockOpenIdProvider();
  const own = await startAppWithMail({}, (options) => startAppWithProviders({ google: google.url }, options));
  const { app, url, family, email, theirs, steal, undoToken, undo, mailTo } = await familyWithThief(own);
  const other = await registerHousehold(url, 'Dahl');
  await steal(theirs);
  expect(codeOf(await postJson(url, calls.register.path, { ...REGISTRATION, email }))).toBe('email-taken');
  google.person = { ...KNOWN_PERSON, email };
  expect(await new OAuthBrowser(url).completeFlow('google')).toContain('outcome=not-connected');
  bodyOf(await postCall(other, 'reauthenticate', { password: PASSWORD }));
  bodyOf(await postCall(other, 'changeEmail', { email }));
  const code = codeIn(await mailTo(email, 'newAddress'));
  expect(codeOf(await postCall(other, 'confirmCode', { code }))).toBe('email-taken');
  expect(await app.store.accountByEmail(email)).toBeUndefined();
  expect(accountIn(await undo(await undoToken()))).toEqual(family.account);
});

test('the account itself may return to its former address, and after a week anybody may have it', async () => {
  const { app, url, email, theirs, steal, thief } = await familyWithThief(here());
  await steal(theirs);
  await steal(email);
  expect(await logIn(url, email, PASSWORD)).toBe(200);
  await steal(newAddress());
  const register = () => postJson(url, calls.register.path, { ...REGISTRATION, email });
  app.clock.ahead += 7 * DAY_MS - 60_000;
  expect((await register()).status).toBe(409);
  app.clock.ahead += 60_000;
  expect((await register()).status).toBe(200);
  expect((await thief.trySync()).status).toBe(200);
});

test('a change of address by the code is a change in the recent activity, and a verification one too', async () => {
  const { thief, url, email, theirs, steal, mailTo } = await familyWithThief(here(), {
    verified: false,
    days: 0,
  });
  bodyOf(await postCall(thief, 'confirmCode', { code: codeIn(await mailTo(email, 'verification')) }));
  await steal(theirs);
  expect(codeOf(await postCall(thief, 'confirmCode', { code: '00000000' }))).toBe('code-refused');
  const activity = async () => {
    const { body } = await get(url, calls.activity.path, { cookie: thief.cookie });
    return (body as { activity: Activity[] }).activity.map(({ event, outcome }) => `${event} ${outcome}`);
  };
  await expect
    .poll(activity)
    .toEqual(expect.arrayContaining(['email-verified ok', 'email-changed ok', 'email-code failed']));
  expect(await activity()).not.toContain('email-code ok');
});

test('a parent who moves the address back keeps it: the thief gets no link that undoes the return', async () => {
  const { app, url, family, email, theirs, steal, undoToken, undo, mailTo } = await familyWithThief(here());
  await steal(theirs);
  app.clock.ahead += 6 * DAY_MS;
  bodyOf(await postCall(family, 'reauthenticate', { password: PASSWORD }));
  bodyOf(await postCall(family, 'changeEmail', { email }));
  bodyOf(await postCall(family, 'confirmCode', { code: codeIn(await mailTo(email, 'newAddress')) }));
  await mailTo(theirs, 'addressRestored');
  expect(codeOf(await undo(await undoToken()))).toBe('link-expired');
  expect([await logIn(url, email, PASSWORD), await logIn(url, theirs, PASSWORD)]).toEqual([200, 401]);
});
