import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, ContextSpec, RunOptions } from 'axe-core';
import { faintControls } from './style-checks.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Of all but violations axe would work out selectors and markup too, which takes longer than its rules. */
const OPTIONS: RunOptions = {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** Widths of phone, tablet and desktop, and of 1280 px at 400 % zoom; of them npm test looks at the outermost. */
const WIDTHS = process.env.TESTS === 'short' ? [320, 1280] : [320, 360, 768, 1280];

/** Returns the violations that axe finds, and at each width horizontal overflow and small targets. */
export async function violationsOn(page: Page): Promise<string[]> {
  const faults = await brokenRules(page);
  const size = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 640 });
    faults.push(...(await misfits(page)));
  }
  if (size) await page.setViewportSize(size);
  return faults;
}

/** Expects that a state of the page passes axe in light and in dark colours, and fits every width. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  expect.soft(await violationsOn(page), state).toEqual([]);
  // Widths have no colours.
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await brokenRules(page), `${state}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Returns the violations that axe finds, and controls whose edges are hard to see. */
export async function brokenRules(page: Page): Promise<string[]> {
  await page.evaluate(atRest);
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(AXE);
  const ours = [await page.evaluate(namelessForms), await page.evaluate(faintControls)].flat();
  return [...(await page.evaluate(faultsByAxe, OPTIONS)), ...ours];
}

/** Returns horizontal overflow and small targets at the width that the page has. */
export async function misfits(page: Page): Promise<string[]> {
  const { overflow, small, width } = await page.evaluate(faultsOfSize);
  const wide = overflow > 0 ? [`scrolls sideways by ${overflow} px at ${width} px`] : [];
  return [...wide, ...small.map((target) => `at ${width} px: ${target}`)];
}

/** Runs in the page. Of an open modal dialog alone: axe would count the half-covered page behind it as small targets. */
async function faultsByAxe(options: RunOptions): Promise<string[]> {
  const { axe } = window as unknown as {
    axe: { run(of: ContextSpec, options: RunOptions): Promise<AxeResults> };
  };
  const modal = 'dialog[open]';
  const { violations } = await axe.run(document.querySelector(modal) ? modal : document, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Runs in the page. Password managers need a user name in each form that has a password. */
function namelessForms(): string[] {
  const forms = [...document.forms].filter((form) => form.querySelector('[autocomplete$="-password"]'));
  const nameless = forms.filter((form) => !form.querySelector('[autocomplete="username"]'));
  return nameless.map((form) => `no user name: ${form.outerHTML.slice(0, 200)}`);
}

/** Resolves when all finite animations have ended. */
async function atRest(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(moving.map(({ finished }) => finished));
}

/**
 * Runs in the page. Returns by how many px it scrolls sideways, and buttons, fields and single links under 48 px; links
 * inside a sentence are exempt (WCAG 2.2, 2.5.8).
 */
function faultsOfSize(): { overflow: number; small: string[]; width: number } {
  const controls = document.querySelectorAll<HTMLElement>('button, select, input, summary, nav a, footer a');
  const small = [...controls]
    .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((control) => ({ control, box: areaOf(control) }))
    .filter(({ box }) => box.width > 1 && (box.width < 47.5 || box.height < 47.5))
    .map(({ control, box }) => `${control.outerHTML.slice(0, 120)} is ${box.width} x ${box.height}`);
  return { overflow: document.documentElement.scrollWidth - innerWidth, small, width: innerWidth };

  function areaOf(control: HTMLElement) {
    const label = control instanceof HTMLInputElement ? control.closest('label') : null;
    return (label ?? control).getBoundingClientRect();
  }
}
