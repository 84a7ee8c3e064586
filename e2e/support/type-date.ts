import { expect } from '@playwright/test';
import type { ScreenReader } from './accessibility/screen-reader.ts';

/** Types a date (YYYY-MM-DD) into the focused field by keyboard, in the browser's order of its parts. */
export async function typeDate(reader: ScreenReader, date: string): Promise<void> {
  const [year = '', month = '', day = ''] = date.split('-');
  const value = () => reader.page.evaluate(() => (document.activeElement as HTMLInputElement).value);
  for (const parts of [year + month + day, month + day + year, day + month + year]) {
    for (let part = 0; part < 3; part += 1) await reader.page.keyboard.press('ArrowLeft');
    await reader.page.keyboard.type(parts);
    if ((await value()) === date) break;
  }
  expect(await value()).toBe(date);
  reader.log.push(`   [types ${date}]`);
}
