import { expect } from '@playwright/test';
import { mailedLink, open, test, textsIn } from './support/mail.ts';
import { filled, person } from './support/parent.ts';

test('the e-mail address changes once the link mailed to the new address is confirmed', async ({
  page,
  server,
  mails,
  parent,
  language,
  words,
}) => {
  const { pages, templates } = textsIn(language);
  const { email, proof } = words.account;
  const anna = person('Anna', 'Berg');
  const other = person('Anna', 'Ny').email;
  await parent.settle(server.url, anna);
  await page.goto(`${server.url}/profile/account`);
  const section = page.getByRole('region', { name: email.title, exact: true });
  await expect(section.getByText(anna.email)).toBeVisible();
  await expect(section.getByText(email.unverified)).toBeVisible();
  await section.getByRole('button', { name: email.prove }).click();
  await expect(section.getByText(email.proofSent)).toBeVisible();
  await section.getByLabel(email.new).fill(other);
  await section.getByRole('button', { name: email.change }).click();
  await expect(
    page.getByText(proof.why).or(section.getByText(filled(email.changeSent, { email: other }))),
  ).toBeVisible();
  const link = await mailedLink(mails, templates.newAddress.subject);
  await mailedLink(mails, templates.addressChanging.subject);
  const program = await page.context().newPage();
  await open(program, link);
  await program.getByRole('button', { name: pages.confirm.act }).click();
  await expect(program.locator('#root').getByText(pages.confirm.done)).toBeVisible();
  await expect(section.getByText(other)).toBeVisible();
  await expect(section.getByText(email.verified, { exact: true })).toBeVisible();
  await program.goto(`${server.url}/profile`);
  await expect(program.getByLabel(words.profile.email)).toHaveValue(other);
  await program.close();
});
