import { expect, type Page } from '@playwright/test';

/** Logs in at the provider by name, or cancels. */
export async function logInAtProvider(page: Page, name: string | undefined): Promise<void> {
  if (name === undefined) return page.getByRole('button', { name: 'Never mind' }).click();
  await page.getByLabel('Pupil').fill(name);
  await page.getByRole('button', { name: 'Log in at school' }).click();
}

/** Waits for the last of several redirects. */
export function expectUrl(page: Page, address: string): Promise<void> {
  return expect(page).toHaveURL(address, { timeout: 20_000 });
}
