import { expect } from '@playwright/test';
import { calls } from '#domain/protocol/calls.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept, interceptNext } from './support/intercept.ts';
import { person } from './support/parent.ts';

test('registration and log-in show what is wrong and keep the typed values', async ({ parent, server }) => {
  const { page, words } = parent;
  allowConsole(/Failed to load resource/);
  const maja = person('Maja', 'Lind');
  const main = page.getByRole('main');
  const alert = main.getByRole('alert');
  const { callFailures: failures, signIn } = words;
  await parent.settle(server.url, maja);
  await parent.logOut();

  await test.step('passwords that differ are not sent, and one that is easy to guess gets a hint', async () => {
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(calls.register.path)) sent += 1;
    });
    await parent.register(
      server.url,
      { ...person('Maja', 'Lind'), password: 'Sommarlov2026!' },
      'something else',
    );
    await expect(main).toContainText(failures.passwordsDiffer);
    await expect(main).toContainText(signIn.passwordTip);
    await expect(page.getByLabel(signIn.firstName)).toHaveValue('Maja');
    expect(sent).toBe(0);
  });

  await test.step('a weak password', async () => {
    await parent.fillRegistration({ ...maja, password: '12345' });
    await expect(main).toContainText(failures['weak-password']);
  });

  await test.step('an e-mail that is taken', async () => {
    await parent.fillRegistration({ ...maja, email: maja.email.toUpperCase(), password: 'not her own' });
    await expect(alert).toContainText(failures['email-taken']);
    await expect(page.getByLabel(signIn.email)).toHaveValue(maja.email.toUpperCase());
  });

  await test.step('an unknown e-mail and a wrong password show the same message', async () => {
    await page.goto(`${server.url}/login`);
    for (const wrong of [
      { ...maja, password: 'not this one' },
      { ...maja, email: 'nobody@example.org' },
    ]) {
      await parent.logIn(wrong);
      await expect(alert).toContainText(failures['invalid-credentials']);
      await expect(page.getByLabel(signIn.email)).toHaveValue(wrong.email);
    }
  });

  await test.step('too many attempts', async () => {
    const error = { code: 'too-many-requests', message: '', retryAfter: 60 };
    await interceptNext(page, `**${calls.logIn.path}`, (route) =>
      route.fulfill({ status: 429, json: { error } }),
    );
    await parent.logIn({ ...maja, password: 'gissning' });
    await expect(alert).toHaveText(failures.tooMany.one);
    await expect(page.getByLabel(signIn.email)).toHaveValue(maja.email);
    await expect(page.getByLabel(signIn.password, { exact: true })).toHaveValue('gissning');
  });
});

test('a step of signing in that the server cannot answer blames no network, and opens at the next try', {
  tag: '@full',
}, async ({ page, server, words }) => {
  allowConsole(/Failed to load resource/);
  const { callFailures, common, passkeys, providers } = words;
  for (const [path, call, next] of [
    ['/login?step=passkey', '**/api/second-factor', passkeys.failures['second-factor-over']],
    ['/register/finish', '**/api/providers/sign-up', providers.pendingSignUp.over],
  ] as const) {
    const letThrough = await intercept(page, call, (route) =>
      route.fulfill({ status: 503, body: 'stopped' }),
    );
    await page.goto(server.url + path);
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText(callFailures.notLoaded);
    letThrough();
    await alert.getByRole('button', { name: common.retry }).click();
    await expect(alert).toContainText(next);
  }
});
