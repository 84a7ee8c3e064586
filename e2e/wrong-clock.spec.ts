import { expect, type Page } from '@playwright/test';
import type { Visit } from '#domain/documents.ts';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { busyFamily } from './support/busy-family.ts';
import { test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled } from './support/parent.ts';
import { signIn } from './support/signed-in.ts';
import { waitForSync } from './support/unsent.ts';

const MINUTE = 60_000;

/** Sets the clock of a page by so many ms, now and after each reload; its uptime runs on as it did. */
async function setClock(page: Page, error: number): Promise<void> {
  await page.addInitScript(moveClock, error);
  await page.evaluate(moveClock, error);
}

/** Runs in the page. */
function moveClock(error: number): void {
  const device = window as unknown as { RightDate?: DateConstructor };
  const Right = device.RightDate ?? Date;
  device.RightDate = Right;
  window.Date = class extends Right {
    constructor(...time: number[]) {
      super(...((time.length === 0 ? [Right.now() + error] : time) as [number]));
    }
    static override now = () => Right.now() + error;
  } as DateConstructor;
}

const arrivals = async (home: HouseholdOnPhone) =>
  [...(await home.documents())]
    .filter(([path]) => path.includes('/visits/'))
    .map(([, visit]) => (visit as Visit).arrived)
    .toSorted((a, b) => ((a?.at ?? '') < (b?.at ?? '') ? 1 : -1));

for (const wrong of [47 * MINUTE, -180 * MINUTE])
  test(`on a phone whose clock is ${wrong / MINUTE} min off the board counts by the server’s, also over a slow network`, {
    tag: wrong < 0 ? [] : '@full',
  }, async ({ page, server, language, words }) => {
    const { people, hereNow, wrongClock } = words;
    const home = await busyFamily(server.url, language, { friends: 2, here: 1 });
    await signIn(page.context(), home, server.url);
    await setClock(page, wrong);
    await page.goto(`${server.url}/dashboard`);
    const board = page.getByRole('region', { name: hereNow.heading });
    const row = (name: string) => board.getByRole('listitem').filter({ hasText: name });
    await expect(row('Vän 1')).toContainText(/1\sh/);
    await waitForSync(page);
    const [told, by] = wrong > 0 ? [wrongClock.fast, '47 min'] : [wrongClock.slow, '3 h'];
    const line = page.getByText(filled(told, { by }));
    await expect(line).toBeVisible();

    const letThrough = await intercept(page, '**/api/sync', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await route.continue();
    });
    const before = Date.now();
    await page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Vän 2' }) }).click();
    const after = Date.now();
    const undo = page
      .getByRole('main')
      .getByRole('button', { name: filled(people.undoNamed, { name: 'Vän 2' }) });
    await expect(undo).toBeVisible();
    await expect.poll(() => arrivals(home), { timeout: 20_000 }).toHaveLength(4);
    const [arrived] = await arrivals(home);
    expect(arrived?.certainty).toBe('corrected');
    // The tap lies between these two: a click first waits for its button.
    expect(Date.parse(arrived?.at ?? '')).toBeGreaterThan(before - 2000);
    expect(Date.parse(arrived?.at ?? '')).toBeLessThan(after + 2000);
    letThrough();

    await setClock(page, 0);
    await page.reload();
    // On a busy machine a minute has passed by now; by the phone's clock of then three hours had.
    await expect(row('Vän 2')).toContainText(language === 'sv' ? /nyss|· [12] min/ : /just now|· [12] min/);
    await expect(undo).toBeVisible();
    await expect(line).toBeHidden();
  });
