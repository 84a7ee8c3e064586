import { expect, test } from 'vitest';
import { profilePath } from '#domain/paths.ts';
import { preferredLanguage } from '#server/http/accept-language.ts';
import { gate } from '#tests/support/gate.ts';
import { type HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { type AppUnderTest, startApp, until } from '#tests/support/server/app.ts';
import { startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { startMailServer } from '#tests/support/server/mail-server.ts';
import type { Mail } from '../../mail/mailer.ts';
import { mailTranslations } from '../../mail/render-mail.ts';

const MINUTE = 60_000;

const ask = ({ url }: AppUnderTest, email: string, headers = {}) =>
  postJson(url, '/api/ask-recovery', { email }, headers);

/** Removes the profile, and with it the language of the account. */
async function removeProfile({ store }: AppUnderTest, { account, device }: HouseholdOnPhone): Promise<void> {
  await store.transact(account.household, async (transaction) => {
    const { version: before, lastSequence } = await transaction.begin(device, []);
    const version = before + 1;
    const documents = [{ path: profilePath(account.uid), version }];
    const rest = { outcomes: [], notices: [], recordedAt: new Date().toISOString() };
    await transaction.save({ version, device, lastSequence, documents, ...rest });
  });
}

test('a mail is in the language of the account, not of the browser', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const phone = await registerHousehold(app.url);
  const { email } = phone.account;
  const english = { 'accept-language': 'en-GB,en;q=0.9' };
  await ask(app, email, english);
  expect((await waitForMail('recovery')).mail.subject).toBe(mailTranslations.sv.templates.recovery.subject);
  await phone.run('updateProfile', { language: 'en' });
  await ask(app, email);
  const mail = await waitForMail('recovery', 2);
  expect(mail.mail.subject).toBe(mailTranslations.en.templates.recovery.subject);
  expect(mail.mail.html).toContain('<html lang="en">');
});

test.each([
  ['de, en;q=0.1, sv;q=0.9', 'sv'],
  ['de, sv;q=0.1, en;q=0.9', 'en'],
  ['en;q=0, de', undefined],
  ['sv;q=0, EN-us', 'en'],
])('of %s a browser prefers %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

test('a mail to an account without a profile is in the language that the browser prefers', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const phone = await registerHousehold(app.url);
  await removeProfile(app, phone);
  await ask(app, phone.account.email, { 'accept-language': 'en' });
  const { mail } = await waitForMail('recovery');
  expect(mail.subject).toBe(mailTranslations.en.templates.recovery.subject);
});

test('a mail contains no name that a user chose, and says who hosts', async () => {
  const { app, mails, waitForMail } = await startAppWithMail({ env: { HOST_NAME: 'Ängen <b>' } });
  const answer = await postJson(app.url, '/api/register', {
    firstName: '<a href=//evil.example>Win',
    lastName: 'https://evil.example',
    email: 'astrid@example.org',
    password: PASSWORD,
  });
  expect(answer.status).toBe(200);
  await waitForMail('verification');
  await ask(app, 'astrid@example.org');
  await waitForMail('recovery');
  for (const { mail, raw } of mails.received) {
    expect(raw + mail.text + mail.html).not.toContain('evil.example');
    expect(mail.html).toContain('som drivs av Ängen &lt;b&gt;.');
    expect(mail.to).toEqual([{ name: '', address: 'astrid@example.org' }]);
  }
});

test('recovery mails to one address are limited, without a difference in the answer', async () => {
  const sent: string[] = [];
  const mailer = {
    send: ({ subject }: Mail) => void sent.push(subject),
    queue: () => ({ length: 0, oldestMs: 0 }),
    close: async () => undefined,
  };
  const app = await startApp({ change: () => ({ mailer }) });
  const { account } = await registerHousehold(app.url);
  const status = async () => (await ask(app, account.email)).status;
  for (let i = 0; i < 6; i += 1) expect(await status()).toBe(200);
  app.clock.ahead = 16 * MINUTE;
  for (let i = 0; i < 3; i += 1) expect(await status()).toBe(200);
  // Closing the server waits for all mails that were begun.
  await app.stop();
  const { recovery, verification } = mailTranslations.sv.templates;
  // Nobody waits for a mail, so that the first ones may be sent in any order.
  const wanted = [verification.subject, ...Array(5).fill(recovery.subject)];
  expect(sent.toSorted()).toEqual(wanted.toSorted());
});

test('recovery requests from one IP address are rate-limited', async () => {
  const { app } = await startAppWithMail({ env: { SIGN_INS_PER_HOUR: '10' } });
  for (let i = 0; i < 10; i += 1) await ask(app, `nobody-${i}@example.org`);
  const answer = await ask(app, 'nobody@example.org');
  expect(codeOf(answer)).toBe('too-many-requests');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('an unreachable mail server does not change the answer, and the log has neither address nor secret', async () => {
  const mails = await startMailServer();
  const { env } = mails;
  await mails.stop();
  const app = await startApp({ env });
  const { account } = await registerHousehold(app.url);
  const answer = await ask(app, account.email);
  expect([answer.status, answer.body]).toEqual([200, {}]);
  await until(() => (app.log.text.match(/a mail could not be sent/g) ?? []).length >= 2);
  expect(app.log.text).not.toContain('example.org');
  expect(app.log.text).not.toMatch(/[\w-]{43}/);
});

test('without a mail server recovery answers sends-no-mail, and registering works', async () => {
  const app = await startApp();
  const phone = await registerHousehold(app.url);
  const answer = await ask(app, phone.account.email);
  expect(codeOf(answer)).toBe('sends-no-mail');
  expect(codeOf(await phone.post('/api/ask-verification', {}))).toBe('sends-no-mail');
  await phone.post('/api/reauthenticate', { password: PASSWORD });
  expect(codeOf(await phone.post('/api/change-email', { email: 'a@example.org' }))).toBe('sends-no-mail');
});

test('the answer does not wait for the account to be looked up', async () => {
  const asked = gate();
  const found = gate();
  const { app } = await startAppWithMail({
    calls: () => ({
      async accountByEmail() {
        asked.open();
        await found.passed;
        return undefined;
      },
    }),
  });
  const answer = await ask(app, 'slow@example.org');
  expect([answer.status, answer.body]).toEqual([200, {}]);
  await asked.passed;
  found.open();
});
