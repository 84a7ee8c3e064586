import { expect } from '@playwright/test';
import { LOCALES } from '#domain/language.ts';
import { mailedLink, open, test, textsIn } from './support/mail.ts';
import { filled, Parent, person } from './support/parent.ts';
import { addPasskey, addVirtualAuthenticator, settle } from './support/passkeys.ts';
import { untilRest } from './support/rest.ts';

const NEW = 'three words in a row';

test('the owner of an address that somebody else registered makes the account theirs by a new password', async ({
  page,
  browser,
  server,
  mails,
  parent,
  language,
  watch,
  allowConsole,
}) => {
  allowConsole(/401 \(Unauthorized\)/);
  const { pages, templates } = textsIn(language);
  const maja = person('Maja', 'Lind');
  await parent.settle(server.url, maja);
  const context = await browser.newContext({ locale: language });
  watch(context);
  const owner = new Parent(await context.newPage(), language);
  await open(owner.page, await mailedLink(mails, templates.verification.subject));
  await expect(owner.page.getByText(filled(pages.account, { email: 'm…@e….org' }))).toBeVisible();
  await expect(owner.page.getByText(pages.verify.outside)).toBeVisible();
  await expect(owner.page.getByRole('button', { name: pages.verify.act })).toHaveCount(0);
  await expect(owner.page.locator('form [autocomplete="username"]')).toHaveValue(maja.email);
  await owner.page.getByLabel(pages.recover.password, { exact: true }).fill(NEW);
  await owner.page.getByRole('button', { name: pages.recover.save }).click();
  await expect(owner.page).toHaveURL(`${server.url}/dashboard`);
  await page.reload();
  await expect(page).toHaveURL(/login/);
  await context.close();
});

test('a parent who is not signed in where the mail comes signs in there, and the address is verified', {
  tag: '@full',
}, async ({ browser, server, mails, parent, language, words, watch }) => {
  const { pages, templates } = textsIn(language);
  const maja = person('Maja', 'Lind');
  await parent.settle(server.url, maja);
  const context = await browser.newContext({ locale: language });
  watch(context);
  const computer = new Parent(await context.newPage(), language);
  await open(computer.page, await mailedLink(mails, templates.verification.subject));
  await computer.page.getByRole('main').getByRole('link', { name: pages.logIn, exact: true }).click();
  await computer.logIn(maja);
  await expect(computer.page).toHaveURL(`${server.url}/verify-email`);
  await computer.page.getByRole('button', { name: pages.verify.act }).click();
  await expect(computer.page.locator('#root').getByText(pages.verify.done)).toBeVisible();
  await parent.page.goto(`${server.url}/profile/account`);
  const section = parent.page.getByRole('region', { name: words.account.email.title, exact: true });
  await expect(section.getByText(words.account.email.verified, { exact: true })).toBeVisible();
  await context.close();
});

test('a recovery shows a passkey from before the verification, and keeps it if the parent wants to', {
  tag: '@full',
}, async ({ page, server, mails, parent, language, words }) => {
  const { pages, templates } = textsIn(language);
  const maja = person('Maja', 'Lind');
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
  for (const isKept of [true, false]) {
    const links = () => mails.received.filter(({ mail }) => mail.subject === templates.recovery.subject);
    const asked = links().length;
    await page.goto(`${server.url}/forgot-password`);
    await page.getByLabel(words.signIn.email).fill(maja.email);
    await page.getByRole('button', { name: pages.forgot.send }).click();
    await expect.poll(() => links().length).toBeGreaterThan(asked);
    await open(page, await mailedLink(mails, templates.recovery.subject));
    const field = page.getByRole('group', { name: pages.recover.keep });
    const keep = field.getByRole('switch');
    await expect(keep).not.toBeChecked();
    await expect(field.getByText(filled(pages.recover.addedBefore, { date }))).toBeVisible();
    if (isKept) await keep.click();
    await expect(keep).toBeChecked({ checked: isKept });
    await page.getByLabel(pages.recover.password, { exact: true }).fill(`${NEW} ${isKept}`);
    await page.getByRole('button', { name: pages.recover.save }).click();
    await expect(page).toHaveURL(`${server.url}/dashboard`);
    await page.goto(`${server.url}/profile/account`);
    const list = page.getByRole('list', { name: words.passkeySettings.list });
    if (isKept) await expect(list.getByRole('listitem')).toHaveCount(1);
    else await expect(page.getByText(words.passkeySettings.none)).toBeVisible();
    // A list that is still asked for would be refused.
    await untilRest(page);
    await parent.logOut();
  }
});
