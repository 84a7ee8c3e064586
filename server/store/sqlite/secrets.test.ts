import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { hashOf } from '#server/auth/core/sessions/secret.ts';
import { mailTranslations } from '#server/mail/render-mail.ts';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { passFirstFactor, strictFamily } from '#tests/support/people/passkey-family.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { startAppWithProviders } from '#tests/support/server/app-with-providers.ts';
import { postJson } from '#tests/support/server/http.ts';
import { type ReceivedMail, secretIn, startMailServer } from '#tests/support/server/mail-server.ts';
import { startMockOpenIdProvider } from '#tests/support/server/mock-openid-provider.ts';

/** The contents of the database files, as a thief would read them. */
function bytesIn(folder: string): string {
  const files = ['framme.db', 'framme.db-wal'].map((name) => readFileSync(join(folder, name), 'latin1'));
  return files.join('');
}

test('the database contains neither session tokens nor passwords', async () => {
  const { url, dataDir } = await startApp();
  const { cookie } = await registerHousehold(url);
  const files = bytesIn(dataDir);
  expect(files).toContain('$argon2id$');
  expect(files).not.toContain(cookie.slice('framme='.length));
  expect(files).not.toContain(Buffer.from(PASSWORD).toString('latin1'));
});

test('the database contains no recovery codes and no secrets of links, pending second factors and flows', async () => {
  const google = await startMockOpenIdProvider();
  const mails = await startMailServer();
  onTestFinished(mails.stop);
  const { url, dataDir, store } = await startAppWithProviders({ google: google.url }, { env: mails.env });
  const { family, codes } = await strictFamily(url, undefined, ({ account: { uid, email } }) =>
    store.verifyEmail(uid, email, new Date().toISOString()),
  );
  const { cookie: step = '' } = await passFirstFactor(family);
  const message = { provider: 'google', purpose: 'sign-in' };
  const started = await postJson(url, calls.startProvider.path, message);
  const state = new URL((started.body as { url: string }).url).searchParams.get('state') ?? '';
  await postJson(url, calls.askRecovery.path, { email: family.account.email });
  const { subject } = mailTranslations.sv.templates.recovery;
  const letter = () => mails.received.find(({ mail }) => mail.subject === subject);
  await until(() => letter() !== undefined);
  const link = secretIn(letter() as ReceivedMail);
  const files = bytesIn(dataDir);
  expect(files).toContain(hashOf(link));
  const spellings = codes.flatMap((code) => [code, code.replaceAll('-', '').toLowerCase()]);
  for (const secret of [
    ...spellings,
    step.split('=')[1] ?? '',
    started.cookie?.split('=')[1] ?? '',
    state,
    link,
  ]) {
    expect(secret.length).toBeGreaterThan(15);
    expect(files).not.toContain(secret);
  }
});
