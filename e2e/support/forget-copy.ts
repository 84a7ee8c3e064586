import type { Page } from '@playwright/test';

/** Deletes the database, as a browser may; the signed-in account is still stored. No page of the app is open meanwhile, which would write into it. */
export async function forgetCopy(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(deleteDatabases);
}

/** Runs in the page. */
async function deleteDatabases(): Promise<void> {
  const known = await indexedDB.databases();
  await Promise.all(
    known.map(
      ({ name = '' }) =>
        new Promise((done) => {
          const removal = indexedDB.deleteDatabase(name);
          removal.onsuccess = done;
          removal.onblocked = done;
        }),
    ),
  );
}
