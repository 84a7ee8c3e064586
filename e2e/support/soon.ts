import { expect, type Page } from '@playwright/test';

/** Two seconds, within which each side is to see what the other did, in steps; in ms. */
const STEP_MS = 100;
const STEPS = 2000 / STEP_MS;

/**
 * Waits until something is seen, for two seconds in which the page and the server work: a step of them passes once both have
 * answered, so that a machine that stands still takes none away. It is looked for at every step.
 */
export async function seenSoon(page: Page, look: () => Promise<boolean>): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    if (await look()) return;
    await page.evaluate(stepPasses, STEP_MS);
  }
  expect(await look(), 'seen within two seconds').toBe(true);
}

/** Runs in the page. Resolves after so many ms, a frame and an answer of the server. */
async function stepPasses(ms: number): Promise<void> {
  await Promise.all([
    new Promise((resolve) => setTimeout(resolve, ms)),
    new Promise(requestAnimationFrame),
    fetch('/robots.txt', { cache: 'no-store' }),
  ]);
}
