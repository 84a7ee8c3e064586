import { expect } from '@playwright/test';
import { LOCALES } from '#domain/language.ts';
import { allowConsole } from '#tests/support/browser/journey.ts';
import { mailedCode, mailedLink, open, test, textsIn } from './support/mail.ts';
import { filled, person } from './support/parent.ts';
import { addPasskey, addVirtualAuthenticator } from './support/passkeys.ts';
import { pressStill } from './support/still.ts';

test('the e-mail address changes by the mailed link or code, and the former address undoes it with the former password', {
  tag: '@full',
}, async ({ page, server, mails, parent, language, words }) => {
  allowConsole(/40[013] \(|410 \(Gone\)/);
  const { pages, templates } = textsIn(language);
  const { email, proof } = words.account;
  const anna = person('Anna', 'Berg');
  const [second, third] = [person('Anna', 'Ny').email, person('Anna', 'Ek').email];
  const section = page.getByRole('region', { name: words.profileForm.email, exact: true });
  const ask = async (address: string) => {
    await section.getByLabel(email.new).fill(address);
    await section.getByRole('button', { name: email.change }).click();
  };
  await addVirtualAuthenticator(page);
  await parent.settle(server.url, anna);
  await page.goto(`${server.url}/profile/account`);

  await test.step('by the link', async () => {
    await expect(section.getByText(anna.email)).toBeVisible();
    await expect(section.getByText(email.unverified)).toBeVisible();
    await pressStill(section.getByRole('button', { name: email.prove }));
    await expect(section.getByText(email.proofSent)).toBeVisible();
    await ask(second);
    // The sign-in that began the session is not enough.
    const question = page.getByRole('dialog', { name: proof.title });
    await question.getByLabel(proof.password).fill(anna.password);
    await question.getByRole('button', { name: proof.confirm }).click();
    await expect(section.getByText(filled(email.changeSent, { email: second }))).toBeVisible();
    await mailedLink(mails, templates.addressChanging.subject);
    const program = await page.context().newPage();
    await open(program, await mailedLink(mails, templates.newAddress.subject));
    await program.getByRole('button', { name: pages.confirm.act }).click();
    await expect(program.locator('#root').getByText(pages.confirm.done)).toBeVisible();
    await expect(section.getByText(second)).toBeVisible();
    await expect(section.getByText(email.verified, { exact: true })).toBeVisible();
    await program.goto(`${server.url}/profile`);
    await expect(program.getByLabel(words.profileForm.email)).toHaveValue(second);
    await program.close();
  });

  await addPasskey(page, parent);
  // The day in the browser's time zone, which this process need not share.
  const day = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/Stockholm' } as const;
  const date = new Date().toLocaleDateString(LOCALES[language], day);

  await test.step('by the code', async () => {
    await ask(third);
    await expect(section.getByText(filled(email.changeSent, { email: third }))).toBeVisible();
    // The change by the link had the first.
    const mailed = () => mails.received.filter(({ mail }) => mail.subject === templates.newAddress.subject);
    await expect.poll(mailed).toHaveLength(2);
    const code = await mailedCode(mails, templates.newAddress.subject);
    const typeCode = async (digits: string) => {
      await section.getByLabel(email.codeLabel, { exact: true }).fill(digits);
      await section.getByRole('button', { name: email.codeSend }).click();
    };
    await pressStill(section.getByText(email.code));
    await typeCode('1234');
    await expect(section.getByText(email.codeMalformed)).toBeVisible();
    await typeCode(code === '00000000' ? '00000001' : '00000000');
    await expect(section.getByRole('alert')).toHaveText(email.codeWrong);
    await typeCode(code);
    const toast = page.getByRole('region', { name: words.common.toast });
    await expect(toast.getByText(filled(email.codeDone, { email: third }))).toBeVisible();
    await expect(section.getByText(third, { exact: true })).toBeVisible();
  });

  await test.step('undone by the former address', async () => {
    await parent.logOut();
    await open(page, await mailedLink(mails, templates.addressChanged.subject));
    await expect(page.getByText(filled(pages.account, { email: 'a…@e….org' }))).toBeVisible();
    await page.getByLabel(pages.recover.password, { exact: true }).fill('three words in a row');
    await page.getByLabel(pages.undo.former).fill('not the former one');
    await page.getByRole('button', { name: pages.undo.act }).click();
    await expect(page.getByRole('alert')).toHaveText(pages.undo.formerWrong);
    await page.getByLabel(pages.undo.former).fill(anna.password);
    const methods = page.getByRole('group', { name: pages.recover.keep });
    await expect(methods.getByText(filled(pages.undo.addedLately, { date }))).toBeVisible();
    await expect(methods.getByRole('switch')).not.toBeChecked();
    await page.getByRole('button', { name: pages.undo.act }).click();
    await expect(page).toHaveURL(`${server.url}/dashboard`);
    await page.goto(`${server.url}/profile/account`);
    await expect(section.getByText(second)).toBeVisible();
    await expect(page.getByText(words.passkeySettings.none)).toBeVisible();
  });
});
