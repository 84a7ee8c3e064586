import { expect, type Page } from '@playwright/test';
import { violationsOn } from './support/accessibility/axe.ts';
import { faultsOfLayout } from './support/accessibility/large-text.ts';
import { test } from './support/framme.ts';
import { person } from './support/parent.ts';
import { addPasskey, addVirtualAuthenticator, settle } from './support/passkeys.ts';

async function examine(page: Page, what: string): Promise<void> {
  expect.soft(await violationsOn(page), what).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme, viewport: { width: 360, height: 640 } });

    test('passkeys, recovery codes and the second factor pass axe and fit every width', {
      tag: '@full',
    }, async ({ page, server, parent, allowConsole }) => {
      allowConsole(/409 \(Conflict\)/);
      test.setTimeout(300_000);
      const { words } = parent;
      const { passkeySettings: passkeys } = words;
      const who = person('Gun', 'Ivarsson');
      await addVirtualAuthenticator(page);
      await settle(page, parent, server.url, who);
      await addPasskey(page, parent);
      await page.getByRole('button', { name: passkeys.codesMake }).click();
      await expect(page.getByRole('dialog', { name: passkeys.codesTitle })).toBeVisible();
      await examine(page, 'the codes');
      await page.getByRole('dialog').getByRole('button', { name: passkeys.copy }).click();
      await expect(page.getByRole('dialog').getByRole('status')).not.toBeEmpty();
      expect(await faultsOfLayout(page)).toEqual([]);
      await examine(page, 'the copied codes');
      await page.getByRole('button', { name: passkeys.codesKept }).click();
      await page.getByRole('button', { name: passkeys.codesRenew }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toBeVisible();
      await examine(page, 'the question before new codes');
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await page.getByRole('switch', { name: passkeys.require }).click();
      await expect(page.getByRole('switch', { name: passkeys.require })).toBeChecked();
      await expect(parent.shown(passkeys.required)).toBeHidden({ timeout: 15_000 });
      await examine(page, 'a required passkey');
      const row = page.getByRole('list', { name: passkeys.list });
      await row.getByRole('button').last().click();
      await expect(question).toBeVisible();
      await examine(page, 'the question before a passkey is removed');
      await page.getByRole('button', { name: words.common.remove, exact: true }).click();
      await expect(question.getByText(words.passkeys.failures.needed)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await parent.logOut();
      await page.goto(`${server.url}/login`);
      await parent.logIn(who);
      await page.getByRole('button', { name: words.passkeys.step.useCode }).click();
      await page.getByRole('button', { name: words.passkeys.step.goOn }).click();
      await expect(page.getByText(words.passkeys.step.codeMissing)).toBeVisible();
      await examine(page, 'the second step');
    });
  });
}
