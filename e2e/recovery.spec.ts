import { expect, type Page } from '@playwright/test';
import { LOCALES } from '#domain/language.ts';
import { isHydrated } from './support/documents.ts';
import { allowConsole, test as base } from './support/framme.ts';
import { damaged, mailedCode, mailedLink, open, test, textsIn } from './support/mail.ts';
import { filled, type Parent, person } from './support/parent.ts';
import { addPasskey, addVirtualAuthenticator, makeCodes, settle } from './support/passkeys.ts';
import { untilRest } from './support/rest.ts';

const maja = person('Maja', 'Lind');
const NEW = 'three words in a row';

/** Asks for a recovery mail, and opens its link. */
async function openRecovery(page: Page, url: string, { words }: Parent, mailed: () => Promise<string>) {
  await page.goto(`${url}/forgot-password`);
  await page.getByLabel(words.signIn.email).fill(maja.email);
  await page.getByRole('button', { name: words.recovery.forgot.send }).click();
  await open(page, await mailed());
}

test('a forgotten password is reset by mail, other phones signed out', async ({ parent, another, mails }) => {
  const { page, language, words, url } = parent;
  allowConsole(/401 \(Unauthorized\)|410 \(Gone\)/);
  const { pages, templates } = textsIn(language);
  await parent.settle(url, maja);

  await test.step('the mail after the registration verifies the address', async () => {
    await open(page, await mailedLink(mails, templates.verification.subject));
    await page.getByRole('button', { name: pages.verify.act }).click();
    await expect(page.locator('#root').getByText(pages.verify.done)).toBeVisible();
    await page.getByRole('link', { name: pages.goOn }).click();
    await expect(page).toHaveURL(/dashboard/);
  });

  const other = await another();
  await other.page.goto(`${url}/login`);
  await other.logIn(maja);
  await expect(other.page).toHaveURL(/dashboard/);

  await test.step('the e-mail typed at the log-in is filled in on the forgot-password page', async () => {
    await parent.logOut();
    await page.goto(`${url}/login`);
    await page.getByLabel(words.signIn.email).fill(maja.email);
    // A press before the app has started loads the next page anew, without the e-mail.
    await isHydrated(page);
    await page.getByRole('link', { name: words.recovery.forgot.title }).click();
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
    await expect(page.getByRole('heading', { level: 1, name: words.common.nav.dashboard })).toBeVisible();
  });

  await test.step('the other phone is signed out', async () => {
    await other.page.reload();
    await expect(other.page).toHaveURL(/login/);
    await other.logIn({ ...maja, password: NEW });
    await expect(other.page).toHaveURL(/dashboard/);
  });

  await test.step('a used link is refused, and the page without a link shows an error', async () => {
    await stale.getByLabel(pages.recover.password, { exact: true }).fill('yet another one');
    await stale.getByRole('button', { name: pages.recover.save }).click();
    await expect(stale.getByRole('alert').getByText(words.callFailures['link-expired'])).toBeVisible();
    await expect(stale.getByLabel(pages.recover.password, { exact: true })).toHaveValue('yet another one');
    await stale.close();
    await open(page, link);
    await expect(page.getByRole('alert').getByText(words.callFailures['link-expired'])).toBeVisible();
    await expect(page.getByRole('button', { name: pages.recover.save })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('alert').getByText(pages.noSecret)).toBeVisible();
  });
});

test('a forgotten password is reset by the code of the mail, in an app that was closed meanwhile', {
  tag: '@full',
}, async ({ page, server, mails, parent, language, words }) => {
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

test('the owner of an address gets the account that another opened', async ({ parent, another, mails }) => {
  const { page, language, url } = parent;
  allowConsole(/401 \(Unauthorized\)/);
  const { pages, templates } = textsIn(language);
  await parent.settle(url, maja);
  const owner = await another();
  await open(owner.page, await mailedLink(mails, templates.verification.subject));
  await expect(owner.page.getByText(filled(pages.account, { email: 'm…@e….org' }))).toBeVisible();
  await expect(owner.page.getByText(pages.verify.outside)).toBeVisible();
  await expect(owner.page.getByRole('button', { name: pages.verify.act })).toHaveCount(0);
  await expect(owner.page.locator('form [autocomplete="username"]')).toHaveValue(maja.email);
  await owner.page.getByLabel(pages.recover.password, { exact: true }).fill(NEW);
  await owner.page.getByRole('button', { name: pages.recover.save }).click();
  await expect(owner.page).toHaveURL(`${url}/dashboard`);
  await page.reload();
  await expect(page).toHaveURL(/login/);
});

test('an address is verified where the mail comes; a passkey can be required then, and outlasts a new password', {
  tag: '@full',
}, async ({ page, another, server, mails, parent, language, words }) => {
  allowConsole(/409 \(Conflict\)/);
  const { pages, templates } = textsIn(language);
  await addVirtualAuthenticator(page);
  await settle(page, parent, server.url, maja);
  await addPasskey(page, parent);
  await makeCodes(page, parent);
  const demand = page.getByRole('switch', { name: words.passkeySettings.require });
  await demand.click();
  await expect(page.getByText(words.passkeys.failures['email-unverified'])).toBeVisible();
  await expect(demand).not.toBeChecked();

  await test.step('verified where the parent first signs in', async () => {
    const computer = await another();
    await open(computer.page, await mailedLink(mails, templates.verification.subject));
    await computer.page
      .getByRole('main')
      .getByRole('link', { name: words.common.nav.signIn, exact: true })
      .click();
    await computer.logIn(maja);
    await expect(computer.page).toHaveURL(`${server.url}/verify-email`);
    await computer.page.getByRole('button', { name: pages.verify.act }).click();
    await expect(computer.page.locator('#root').getByText(pages.verify.done)).toBeVisible();
    // Else it would be signed out as a passkey is required, and complain.
    await computer.page.context().close();
    await page.reload();
    const section = page.getByRole('region', { name: words.profileForm.email, exact: true });
    await expect(section.getByText(words.account.email.verified, { exact: true })).toBeVisible();
  });

  await demand.click();
  await expect(demand).toBeChecked();
  // A list that is still asked for would be refused.
  await untilRest(page);
  await parent.logOut();
  await openRecovery(page, server.url, parent, () => mailedLink(mails, templates.recovery.subject));
  await page.getByLabel(pages.recover.password, { exact: true }).fill(NEW);
  await page.getByRole('button', { name: pages.recover.save }).click();
  await expect(page.getByRole('heading', { level: 1, name: words.passkeys.step.title })).toBeVisible();
  await page.getByRole('button', { name: words.passkeys.step.usePasskey }).click();
  await expect(page).toHaveURL(`${server.url}/dashboard`);
});

test('a recovery shows a passkey from before the verification, and keeps it if the parent wants to', {
  tag: '@full',
}, async ({ page, server, mails, parent, language, words }) => {
  const { pages, templates } = textsIn(language);
  await addVirtualAuthenticator(page);
  await settle(page, parent, server.url, maja);
  await addPasskey(page, parent);
  const day = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/Stockholm' } as const;
  const date = new Date().toLocaleDateString(LOCALES[language], day);
  await open(page, await mailedLink(mails, templates.verification.subject));
  await page.getByRole('button', { name: pages.verify.act }).click();
  await expect(page.locator('#root').getByText(pages.verify.done)).toBeVisible();
  await page.goto(server.url);
  await parent.logOut();
  await openRecovery(page, server.url, parent, () => mailedLink(mails, templates.recovery.subject));
  const field = page.getByRole('group', { name: pages.recover.keep });
  const keep = field.getByRole('switch');
  await expect(keep).not.toBeChecked();
  await expect(field.getByText(filled(pages.recover.addedBefore, { date }))).toBeVisible();
  await keep.click();
  await expect(keep).toBeChecked();
  await page.getByLabel(pages.recover.password, { exact: true }).fill(NEW);
  await page.getByRole('button', { name: pages.recover.save }).click();
  await expect(page).toHaveURL(`${server.url}/dashboard`);
  await page.goto(`${server.url}/profile/account`);
  const list = page.getByRole('list', { name: words.passkeySettings.list });
  await expect(list.getByRole('listitem')).toHaveCount(1);
});

base('a host that sends no mail shows who can help', { tag: '@full' }, async ({ page, server, language }) => {
  allowConsole(/410 \(Gone\)/);
  const { pages } = textsIn(language);
  await page.goto(`${server.url}/forgot-password`);
  await expect(page.getByText(pages.forgot.noMail)).toBeVisible();
  await expect(page.getByRole('button', { name: pages.forgot.send })).toHaveCount(0);
  await page.goto(`${server.url}/recover#${'x'.repeat(43)}`);
  await expect(page.getByText(pages.recover.endsSignInMethods)).toBeVisible();
});
