import { expect, type Page } from '@playwright/test';
import { STORED_TEXTS } from '#client/link-page/translations/stored-texts.ts';
import { loadTexts } from '#client/link-page/translations/texts.ts';
import type { Language } from '#domain/language.ts';
import { genitive } from '#domain/names.ts';
import { giveLink, linkTo, seeVisit } from '#tests/support/people/linked-visit.ts';
import { allowConsole, test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { untilOpen } from './support/still.ts';
import { waitForSync } from './support/unsent.ts';

const NAME = 'Ella Lindqvist';

/** Says no on the page behind a link, as a reader does. */
async function sayNo(page: Page, language: Language, wish: 'none' | 'removal'): Promise<void> {
  const texts = await loadTexts(language);
  const { refuse } = STORED_TEXTS[language];
  await page.getByRole('button', { name: texts.footer.stored }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(NAME)).toBeVisible();
  // A time may end in 45; the phone number may not be told.
  await expect(dialog).not.toContainText(/(?<!:)45|123|Sam/);
  await dialog.getByRole('button', { name: refuse[wish], exact: true }).click();
  await dialog.getByRole('button', { name: refuse.confirm[wish], exact: true }).click();
  await expect(page.getByText(texts.refused.text, { exact: true })).toBeVisible();
}

test('a family says no, or asks to be removed; no old link opens', async ({
  parent,
  another,
  family,
  open,
}) => {
  const { page, language, words, url } = parent;
  allowConsole(/410/);
  const home = await family();
  const noah = await home.addChild('Noah');
  const { ref, visit, link } = await linkTo(home, await home.addFriend(noah, NAME, '070-123 45 67'));
  await linkTo(home, await home.addFriend(noah, 'Sam'));
  const grandmother = await giveLink(home, ref, visit);
  await open(home);
  const main = page.getByRole('main');
  await expect(main.getByText(NAME).first()).toBeVisible();
  const { page: reader } = await another();
  const { common, linkRefusals } = words;
  const whose = genitive(language, NAME);
  const group = (text: string) => main.getByRole('group', { name: filled(text, { whose, name: NAME }) });

  await test.step('no more links: the host sees it', async () => {
    await reader.goto(`${url}/visit#${link}`);
    await sayNo(reader, language, 'none');
    await expect(group(linkRefusals.refuses)).toBeVisible();
    for (const dead of [link, grandmother]) expect((await seeVisit(url, dead)).status).toBe(410);
  });

  await test.step('allowed again, a new link opens, and none of before', async () => {
    await group(linkRefusals.refuses).getByText(linkRefusals.allow, { exact: true }).click();
    await waitForSync(page);
    for (const dead of [link, grandmother]) expect((await seeVisit(url, dead)).status).toBe(410);
    await reader.goto('about:blank');
    await reader.goto(`${url}/visit#${await giveLink(home, ref, visit)}`);
    await expect(
      reader.getByRole('heading', {
        name: filled((await loadTexts(language)).in, { name: 'Ella', child: 'Noah' }),
      }),
    ).toBeVisible();
  });

  await test.step('asked to be removed, the host removes everything, and nothing of Ella is left', async () => {
    await sayNo(reader, language, 'removal');
    await page.mouse.move(0, 0);
    const dialog = page.getByRole('alertdialog');
    await untilOpen(group(linkRefusals.asks).getByText(common.remove, { exact: true }), dialog);
    await dialog.getByRole('button', { name: common.remove, exact: true }).click();
    // First, as the toast goes by itself.
    await expect(page.locator('#root').getByText(filled(linkRefusals.removed, { name: NAME }))).toBeVisible();
    await expect(main.getByText('Sam').first()).toBeVisible();
    await waitForSync(page);
    const left = JSON.stringify([...(await home.documents())]);
    expect(left).not.toContain('Lindqvist');
    expect(left).toContain('Sam');
  });
});
