import { expect } from '@playwright/test';
import type { Language } from '#domain/language.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { openVisit, SECRET } from './support/visit-page.ts';

test.use({ viewport: { width: 360, height: 640 } });
// The browser names each reply that is an error.
test.beforeEach(({ allowConsole }) => allowConsole(/Failed to (load resource|fetch)/));

const WORDS = {
  sv: {
    button: 'Det här finns sparat om er',
    phone: 'ett telefonnummer som slutar på 67',
    kept: 'Familjen sparar avslutade besök i 90 dagar. Länken och svaret tas bort inom fyra dygn.',
    before: ['Svaret före det', 'Du svarade: Tack'],
    note: 'Familjen kan ha en egen anteckning, som inte visas här.',
    host: 'Den som driver tjänsten har inte skrivit vem det är. Fråga den som skickade länken.',
    complaint: 'Du kan klaga hos Integritetsskyddsmyndigheten: imy.se',
    none: 'Inga fler länkar från den här familjen',
    removal: 'Be att bli borttagna',
    cancel: 'Avbryt',
    confirmNone: 'Ja, inga fler länkar',
    confirmRemoval: 'Ja, be familjen',
    done: ['Klart.', 'Länken är stängd och familjen ser att ni har sagt nej.'],
    asked:
      'Familjen ser att ni vill bli borttagna. Har inget hänt inom 30 dagar kan ni skriva till den som driver tjänsten.',
    failed: 'Det kom inte fram.',
    close: 'Stäng',
  },
  en: {
    button: 'What is stored about you',
    phone: 'a phone number ending in 67',
    kept: 'The family keeps past visits for 90 days. The link and the reply are removed within four days.',
    before: ['The reply before it', 'You replied: Thanks'],
    note: 'The family may have a note of its own, which is not shown here.',
    host: 'Whoever runs this site has not said who they are. Ask the sender of the link.',
    complaint: 'You can complain to the Swedish Authority for Privacy Protection: imy.se',
    none: 'No more links from this family',
    removal: 'Ask to be removed',
    cancel: 'Cancel',
    confirmNone: 'Yes, no more links',
    confirmRemoval: 'Yes, ask the family',
    done: ['Done.', 'The link is closed, and the family sees that you said no.'],
    asked:
      'The family sees that you want to be removed. If nothing has happened within 30 days, you can write to whoever runs this site.',
    failed: 'It did not get through.',
    close: 'Close',
  },
} satisfies Record<Language, object>;

test('what is stored is shown in a dialog without an address, which Escape and its button close', async ({
  page,
  server,
  language,
}) => {
  const words = WORDS[language];
  const link = await openVisit(page, server.url);
  const button = page.getByRole('button', { name: words.button });
  const letThrough = await intercept(page, /stored-dialog/);
  await button.click();
  await expect(page.getByRole('alert')).toBeVisible();
  letThrough();
  await button.click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  const dialog = page.getByRole('dialog', { name: words.button });
  const { phone, before, note, kept, host, complaint } = words;
  for (const text of ['Ella Lind', phone, '15:05', ...before, note, kept, host, complaint])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  expect(page.url()).toBe(`${server.url}/visit#${SECRET}`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await dialog.getByRole('button', { name: words.close }).click();
  await expect(button).toBeFocused();
  await expect.poll(() => link.asked('stored')).toEqual([{ link: SECRET }, { link: SECRET }]);
  expect(link.asked('refuse')).toEqual([]);
});

for (const wish of ['none', 'removal'] as const)
  test(`a reader says no after a question (${wish}), and the page shows nothing of the child any more`, {
    tag: wish === 'removal' ? [] : '@full',
  }, async ({ page, server, language }) => {
    const words = WORDS[language];
    const link = await openVisit(page, server.url);
    await page.getByRole('button', { name: words.button }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', {
      name: wish === 'none' ? words.confirmNone : words.confirmRemoval,
    });
    await dialog.getByRole('button', { name: words[wish] }).click();
    await dialog.getByRole('button', { name: words.cancel }).click();
    await expect(confirm).toBeHidden();
    await dialog.getByRole('button', { name: words[wish] }).click();
    link.answer = () => 'offline';
    await confirm.click();
    await expect(dialog.getByRole('alert')).toHaveText(words.failed);
    expect(await violationsOn(page)).toEqual([]);
    link.answer = () => ({});
    await confirm.click();
    const main = page.getByRole('main');
    for (const text of words.done) await expect(main.getByText(text, { exact: true })).toBeVisible();
    await expect(main.getByRole('heading')).toBeFocused();
    await expect(main.getByText(words.asked)).toBeVisible({ visible: wish === 'removal' });
    await expect(page.locator('body')).not.toContainText('Ella');
    expect(await violationsOn(page)).toEqual([]);
    expect(link.asked('refuse').at(-1)).toEqual({ link: SECRET, remove: wish === 'removal' });
  });

test('a dead link says so there too', { tag: '@full' }, async ({ page, server, language }) => {
  await openVisit(page, server.url, 'dead');
  await page.getByRole('button', { name: WORDS[language].button }).click();
  await expect(page.getByRole('dialog')).toContainText(
    language === 'sv' ? 'Länken gäller inte längre.' : 'This link no longer works.',
  );
});
