import { expect, type Locator, type Page } from '@playwright/test';
import type { Words } from './parent.ts';

/** The question before what was typed is lost. */
export function questionOf(page: Page, { common }: Words) {
  const question = page.getByRole('alertdialog', { name: common.leaving.title });
  const answer = (name: string) => question.getByRole('button', { name, exact: true });
  return { question, stay: answer(common.leaving.stay), leave: answer(common.leaving.leave) };
}

/** Presses the backdrop of a half-filled sheet, stays, and then leaves by Esc. */
export async function expectKept(page: Page, words: Words, sheet: Locator, field: Locator): Promise<void> {
  const { question, stay, leave } = questionOf(page, words);
  const typed = await field.inputValue();
  await page.mouse.click(5, 5);
  await stay.click();
  await expect(question).toBeHidden();
  await expect(field).toHaveValue(typed);
  await page.keyboard.press('Escape');
  await leave.click();
  await expect(sheet).toBeHidden();
}
