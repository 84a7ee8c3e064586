import { expect } from '@playwright/test';
import { test as base } from './support/framme.ts';
import { damaged, mailedCode, mailedLink, open, test, textsIn } from './support/mail.ts';
import { filled, Parent, person } from './support/parent.ts';

const maja = person('Maja', 'Lind');
const NEW = 'three words in a row';

test('a forgotten password is reset by a mailed link, and the other phone is signed out', async ({
  page,
  browser,
  server,
  mails,
  parent,
  language,
  words,
  watch,
  allowConsole,
}) => {
  allowConsole(/401 \(Unauthorized\)|410 \(Gone\)/);
  const { pages, templates } = textsIn(language);
  await parent.settle(server.url, maja);

  await test.step('the mail after the registration verifies the address', async () => {
    await open(page, await mailedLink(mails, templates.verification.subject));
    await page.getByRole('button', { name: pages.verify.act }).click();
    await expect(page.locator('#root').getByText(pages.verify.done)).toBeVisible();
    await page.getByRole('link', { name: pages.goOn }).click();
    await expect(page).toHaveURL(/dashboard/);
  });

  const context = await browser.newContext({ locale: language });
  watch(context);
  const other = new Parent(await context.newPage(), language);
  await other.page.goto(`${server.url}/login`);
  await other.logIn(maja);
  await expect(other.page).toHaveURL(/dashboard/);

  await test.step('the e-mail typed at the log-in is filled in on the forgot-password page', async () => {
    await parent.logOut();
    await page.goto(`${server.url}/login`);
    await page.getByLabel(words.signIn.email).fill(maja.email);
    await page.getByRole('link', { name: words.signIn.forgot }).click();
    await expect(page.getByRole('heading', { level: 1, name: pages.forgot.title })).toBeVisible();
    await expect(page.getByLabel(words.signIn.email)).toHaveValue(maja.email);
    await page.getByRole('button', { name: pages.forgot.send }).click();
    await expect(page.getByText(filled(pages.forgot.sent, { email: maja.email }))).toBeVisible();
  });

  const link = await mailedLink(mails, templates.recovery.subject);
  const stale = await page.context().newPage();
  await open(stale, damaged(link));
  await expect(stale.getByText(filled(pages.account, { email: 'm…@e….org' }))).toBeVisible();
  await test.step('the link opens a page where a new password signs in', async () => {
    await open(page, link);
    await expect(page.getByText(pages.recover.lead)).toBeVisible();
    await expect(page.locator('form [autocomplete="username"]')).toHaveValue(maja.email);
    await expect(page.getByText(pages.recover.endsSignInMethods)).toHaveCount(0);
    await page.getByLabel(pages.recover.password, { exact: true }).fill('kort');
    await page.getByRole('button', { name: pages.recover.save }).click();
    await expect(page.getByLabel(pages.recover.password, { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await page.getByLabel(pages.recover.password, { exact: true }).fill(NEW);
    await page.getByRole('button', { name: pages.recover.save }).click();
    await expect(page).toHaveURL(/dashboard/);
    await expect(page.getByRole('heading', { level: 1, name: words.hereNow.title })).toBeVisible();
  });

  await test.step('the other phone is signed out', async () => {
    await other.page.reload();
    await expect(other.page).toHaveURL(/login/);
    await other.logIn({ ...maja, password: NEW });
    await expect(other.page).toHaveURL(/dashboard/);
    await context.close();
  });

  await test.step('a used link is refused, and the page without a link shows an error', async () => {
    await stale.getByLabel(pages.recover.password, { exact: true }).fill('yet another one');
    await stale.getByRole('button', { name: pages.recover.save }).click();
    await expect(stale.getByRole('alert').getByText(words.signIn.failures.linkExpired)).toBeVisible();
    await expect(stale.getByLabel(pages.recover.password, { exact: true })).toHaveValue('yet another one');
    await stale.close();
    await open(page, link);
    await expect(page.getByRole('alert').getByText(words.signIn.failures.linkExpired)).toBeVisible();
    await expect(page.getByRole('button', { name: pages.recover.save })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('alert').getByText(pages.noSecret)).toBeVisible();
  });
});

test('a forgotten password is reset by the code of the mail, in an app that was closed meanwhile', {
  tag: '@full',
}, async ({ page, server, mails, parent, language, words, allowConsole }) => {
  allowConsole(/401 \(Unauthorized\)/);
  const { pages, templates } = textsIn(language);
  await parent.settle(server.url, maja);
  await parent.logOut();
  await page.goto(`${server.url}/forgot-password`);
  await page.getByLabel(words.signIn.email).fill(maja.email);
  await page.getByRole('button', { name: pages.forgot.send }).click();
  const code = await mailedCode(mails, templates.recovery.subject);
  const again = await page.context().newPage();
  await page.close();
  await again.goto(`${server.url}/forgot-password`);
  const field = again.getByLabel(pages.forgot.code);
  const goOn = again.getByRole('button', { name: pages.forgot.codeSend });
  await field.fill(`${code.slice(1)}${(Number(code[0]) + 1) % 10}`);
  await goOn.click();
  await expect(again.getByRole('alert')).toHaveText(pages.forgot.codeWrong);
  await field.fill(`${code.slice(0, 4)} ${code.slice(4)}`);
  await goOn.click();
  await again.getByLabel(pages.recover.password, { exact: true }).fill(NEW);
  await expect(again).toHaveURL(/\/recover$/);
  await again.getByRole('button', { name: pages.recover.save }).click();
  await expect(again).toHaveURL(/dashboard/);
  await again.close();
});

base(
  'a host that sends no mail shows who can help',
  { tag: '@full' },
  async ({ page, server, language, allowConsole }) => {
    allowConsole(/410 \(Gone\)/);
    const { pages } = textsIn(language);
    await page.goto(`${server.url}/forgot-password`);
    await expect(page.getByText(pages.forgot.noMail)).toBeVisible();
    await expect(page.getByRole('button', { name: pages.forgot.send })).toHaveCount(0);
    await page.goto(`${server.url}/recover#${'x'.repeat(43)}`);
    await expect(page.getByText(pages.recover.endsSignInMethods)).toBeVisible();
  },
);
