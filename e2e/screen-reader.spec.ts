import { expect } from '@playwright/test';
import { ScreenReader } from './support/accessibility/screen-reader.ts';
import { test } from './support/framme.ts';

test('the screen reader finds planted violations', async ({ page }) => {
  const reader = await ScreenReader.at(page);
  await page.goto('about:blank');
  await page.setContent(`<button></button><button style="outline: none">bare</button>
    <div role="status"></div><dialog><button>in the dialog</button><p role="status"></p></dialog>`);
  await reader.press('Tab');
  expect(await reader.listen()).toEqual({ role: 'button', name: '', states: [], description: '' });
  expect(reader.violations.join()).toContain('has no name');
  await expect(reader.to('button', 'nowhere')).rejects.toThrow('No button "nowhere" was reached');
  expect(reader.violations.join()).toContain('shows no focus');
  await page.evaluate(() => {
    document.querySelector('dialog')?.showModal();
    const [behind, within] = document.querySelectorAll('[role="status"]');
    if (behind) behind.textContent = 'behind it';
    if (within) within.textContent = 'within it';
  });
  await reader.isTold('within it');
  expect(await reader.unheard()).toEqual(['behind it']);
  reader.patience = 500;
  await expect(reader.isTold('behind it')).rejects.toThrow('was not read out');
});
