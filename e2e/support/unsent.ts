import { expect, type Page } from '@playwright/test';
import { untilRest } from './rest.ts';

/** Waits until the server has all commands of this page. */
export async function waitForSync(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(countUnsent)).toBe(0);
}

/** The chunks (scripts/chunks.ts). */
const PREFETCHED = ['toast-view', 'check-in-sheet', 'shell-parts', 'board-parts', 'list-parts'];

/** Waits for what comes a second after the first screen; under way as the network goes, it would be missed. */
export async function waitForParts(page: Page): Promise<void> {
  for (const part of PREFETCHED) await waitForChunk(page, part);
}

/** Waits until a lazily loaded chunk and all that it needs has come, by the beginning of its file name. */
async function waitForChunk(page: Page, part: string): Promise<void> {
  const find = (name: string) =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry.name)
      .find((address) => address.includes(`/assets/${name}-`) && address.endsWith('.js'));
  await expect.poll(() => page.evaluate(find, part)).toBeDefined();
  const address = await page.evaluate(find, part);
  // Importing it again waits for its imports too.
  await page.evaluate(`import(${JSON.stringify(address)}).then(() => undefined)`);
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
  );
}

/** Waits until a phone has all that opens offline; its requests are watched from the start (`watchRequests`). */
export async function waitForPrefetched(page: Page): Promise<void> {
  await waitForParts(page);
  await untilRest(page);
}

/** Runs in the page. Returns the number of commands in the journal and the outboxes. */
async function countUnsent(): Promise<number> {
  const inJournal = Object.keys(localStorage).filter((key) => key.startsWith('framme.journal.')).length;
  const names = (await indexedDB.databases())
    .map(({ name = '' }) => name)
    .filter((name) => name.startsWith('framme-'));
  const counts = names.map(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('outbox').objectStore('outbox').count();
          counting.onerror = () => reject(counting.error);
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );
  return inJournal + (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
