import { expect, type Page } from '@playwright/test';

/** At the provider: logs in by name, or goes away. */
export async function atSchool(page: Page, name: string | undefined): Promise<void> {
  if (name === undefined) return page.getByRole('button', { name: 'Never mind' }).click();
  await page.getByLabel('Pupil').fill(name);
  await page.getByRole('button', { name: 'Log in at school' }).click();
}

/** The way back leads over several pages, which a busy machine takes its time for. */
export function landsOn(page: Page, address: string): Promise<void> {
  return expect(page).toHaveURL(address, { timeout: 20_000 });
}
