import { expect } from '@playwright/test';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import { forgetCopy } from './support/forget-copy.ts';
import { test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled, noahWith, person } from './support/parent.ts';

/** The wording of the specification (section 8); the Swedish stands in the translations. */
const EXACT = {
  emailTaken: 'An account with this email already exists',
  weakPassword: 'Password should be at least 6 characters',
  passwordsDiffer: 'Passwords do not match',
  invalidCredentials: 'Invalid email or password',
  signIn: 'Failed to sign in. Please check your credentials.',
};

test('the messages of the error catalogue match the specification', () => {
  expect(ALL_TEXTS.en.app.signIn.failures).toMatchObject(EXACT);
  expect(ALL_TEXTS.en.app.common.failures).toMatchObject({
    addChild: 'Failed to add child',
    addGuest: 'Failed to add guest',
    notAuthenticated: 'User not authenticated',
  });
  expect(ALL_TEXTS.sv.app.signIn.failures.signIn).toBe('Kunde inte logga in. Kontrollera dina uppgifter.');
  expect(ALL_TEXTS.sv.app.common).toMatchObject({
    error: 'Ett fel uppstod',
    success: 'Lyckades!',
    checkedIn: 'Incheckad',
    checkedOut: 'Utcheckad',
    active: 'Pågående',
    completed: 'Avslutad',
  });
  expect(ALL_TEXTS.sv.app.people.friendAdded).toBe('Vän tillagd!');
  expect(ALL_TEXTS.sv.app.profile.saved).toBe('Profil uppdaterad!');
  expect(ALL_TEXTS.en.app.common).toMatchObject({ active: 'Active', completed: 'Completed' });
});

test('registration and log-in show what is wrong and keep the typed values', async ({
  page,
  ownServer: server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const maja = person('Maja', 'Lind');
  const alert = page.getByRole('main').getByRole('alert');
  const { failures } = words.signIn;

  await test.step('passwords that differ are not sent', async () => {
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/register')) sent += 1;
    });
    await parent.settle(server.url, maja);
    await parent.logOut();
    sent = 0;
    await parent.register(server.url, { ...maja, email: 'other@example.org' }, 'something else');
    await expect(page.getByRole('main')).toContainText(failures.passwordsDiffer);
    await expect(page.getByLabel(words.signIn.firstName)).toHaveValue('Maja');
    expect(sent).toBe(0);
  });

  await test.step('an e-mail that is taken', async () => {
    await parent.register(server.url, { ...maja, email: maja.email.toUpperCase(), password: 'not her own' });
    await expect(alert).toContainText(failures.emailTaken);
    await expect(page.getByLabel(words.signIn.email)).toHaveValue(maja.email.toUpperCase());
  });

  await test.step('a weak password', async () => {
    await parent.register(server.url, { ...maja, password: '12345' });
    await expect(page.getByRole('main')).toContainText(failures.weakPassword);
  });

  await test.step('an unknown e-mail and a wrong password show the same message', async () => {
    for (const wrong of [
      { ...maja, password: 'not this one' },
      { ...maja, email: 'nobody@example.org' },
    ]) {
      await page.goto(`${server.url}/login`);
      await parent.logIn(wrong);
      await expect(alert).toContainText(failures.invalidCredentials);
      await expect(page.getByLabel(words.signIn.email)).toHaveValue(wrong.email);
    }
  });

  await test.step('an unreachable server', async () => {
    await server.kill();
    await parent.logIn(maja);
    await expect(alert).toContainText(failures.offline);
    await server.restart();
    await parent.logIn(maja);
    await expect(page).toHaveURL(/dashboard/);
  });
});

test('a first load without a server shows an error', { tag: '@full' }, async ({
  page,
  server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await parent.settle(server.url);
  await page.route('**/api/sync', (route) => route.abort());
  await forgetCopy(page, server.url);
  await page.goto(`${server.url}/history`);
  await expect(page.getByRole('main')).toContainText(words.common.error);
});

test('a row waits for the network only where the device has none', async ({
  page,
  context,
  server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const { common, people } = words;
  await parent.settle(server.url, person('Maja', 'Lind'), noahWith('Ella'));
  await intercept(page, '**/api/sync', (route) => route.fulfill({ status: 502, body: 'stopped' }));
  await page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Ella' }).first();
  await expect(row).toContainText(common.notSentYet);
  await context.setOffline(true);
  await expect(row).toContainText(common.waitingForNetwork);
  await context.setOffline(false);
  await expect(row).toContainText(common.notSentYet);
});

test('a step of signing in that the server cannot answer blames no network, and opens at the next try', {
  tag: '@full',
}, async ({ page, server, words, language, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  const { common, passkeys, signIn } = words;
  for (const [path, call, next] of [
    ['/login?step=passkey', '**/api/second-factor', passkeys.failures.stepOver],
    ['/register/finish', '**/api/providers/sign-up', ALL_TEXTS[language].pages.providers.pendingSignUp.over],
  ] as const) {
    const letThrough = await intercept(page, call, (route) =>
      route.fulfill({ status: 503, body: 'stopped' }),
    );
    await page.goto(server.url + path);
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText(signIn.failures.notLoaded);
    letThrough();
    await alert.getByRole('button', { name: common.retry }).click();
    await expect(alert).toContainText(next);
  }
});
