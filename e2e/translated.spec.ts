import { expect, type Page } from '@playwright/test';
import { build } from 'vite';
import { hostWithLink } from '#tests/support/people/host-taps.ts';
import { isHydrated } from './support/documents.ts';
import { allowConsole, test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { signIn } from './support/signed-in.ts';
import { untilSettled } from './support/still.ts';
import { brokenTexts, type Meddling, meddle, translate } from './support/translated.ts';
import { headlineOf } from './support/visit-page.ts';

test.use({ viewport: { width: 360, height: 640 }, reducedMotion: 'no-preference' });

const FRIEND = 'Ella Lind';

test('translated pages end, undo and begin a visit on board and link', async ({ parent, another }) => {
  const { page, words, language, url } = parent;
  const { people, common, hereNow } = words;
  const host = await hostWithLink(url, FRIEND);
  const { phone } = host.linked;
  await phone.run('updateProfile', { language });
  await signIn(page.context(), phone, url);
  const { page: reader } = await another();
  await translate(page);
  await translate(reader);
  await page.goto(`${url}/dashboard`);
  await reader.goto(url + host.path);
  const main = page.getByRole('main');
  const toast = page.getByRole('region', { name: common.toast });
  const count = (here: number) =>
    expect(
      main.getByText(filled(here === 0 ? people.hereCount.zero : people.hereCount.one, { count: here })),
    ).toBeVisible();
  const press = async (name: string) => {
    const button = main.getByRole('button', { name: filled(name, { name: FRIEND }) }).first();
    await untilSettled(button);
    await button.click();
  };
  const areWhole = async (seen: string) => {
    await expect(reader.getByRole('main')).toContainText(seen);
    for (const one of [page, reader]) expect(await brokenTexts(one)).toEqual([]);
  };

  await count(1);
  await areWhole(common.checkedIn);
  await press(people.checkOutNamed);
  await count(0);
  await expect(main.getByRole('listitem').filter({ hasText: common.checkedOut }).first()).toBeVisible();
  await expect(toast).toContainText(filled(hereNow.checkedOut, { name: FRIEND }));
  await areWhole(common.checkedOut);

  await press(people.undoNamed);
  await count(1);
  await areWhole(common.checkedIn);

  await test.step('the tap of the other parent’s phone', async () => {
    const checkOut = await host.checkOut();
    await count(0);
    await areWhole(common.checkedOut);
    await host.undo(checkOut);
    await count(1);
    await areWhole(common.checkedIn);
  });

  await test.step('another language', async () => {
    const before = await headlineOf(reader).textContent();
    await reader.getByRole('banner').getByRole('button').click();
    await expect(headlineOf(reader)).not.toHaveText(before ?? '');
    expect(await brokenTexts(reader)).toEqual([]);
  });
});

/** Changes to the board and to the page behind the link, each before the next tap. */
const MEDDLING: readonly (readonly [how: Meddling, onBoard: string, behindLink?: string])[] = [
  ['copies', 'main'],
  ['copies', 'main p'],
  ['wraps', 'main p'],
  ['removes', 'main svg', 'main p'],
  ['copies', 'main li, main button', 'main button, main h1'],
  ['wraps', 'main div'],
];

test('elements that an extension copies, wraps or removes once cost neither page its next states', {
  tag: '@once',
}, async ({ page, server, words }) => {
  allowConsole(/(removeChild|insertBefore)' on 'Node'/);
  const { people, common } = words;
  const host = await hostWithLink(server.url, FRIEND);
  // A line more, so that one change misses several elements.
  await host.plan(60);
  await signIn(page.context(), host.linked.phone, server.url);
  const reader = await page.context().newPage();
  const screen = page.getByRole('main');
  await page.goto(`${server.url}/dashboard`);
  await reader.goto(server.url + host.path);
  await expect(reader.getByRole('main')).toContainText(common.checkedIn);
  const checkOut = screen.getByRole('button', { name: filled(people.checkOutNamed, { name: FRIEND }) });
  await expect(checkOut).toHaveCount(1);
  // The board watches for copies a while after its first screen.
  const copyFooter = async () => {
    const footer = document.querySelector('footer');
    footer?.replaceWith(footer.cloneNode(true));
    await Promise.resolve();
    return footer?.isConnected;
  };
  await expect.poll(() => page.evaluate(copyFooter)).toBe(true);
  let tap: string | undefined;
  for (const [how, onBoard, behindLink = onBoard] of MEDDLING)
    await test.step(`${how} ${onBoard}`, async () => {
      await meddle(page, how, onBoard);
      await meddle(reader, how, behindLink);
      if (tap !== undefined) await host.undo(tap);
      tap = tap === undefined ? await host.checkOut() : undefined;
      const isHere = tap === undefined;
      const count = isHere ? people.hereCount.one : people.hereCount.zero;
      await expect(screen.getByText(filled(count, { count: 1 }))).toBeVisible();
      await expect(reader.getByRole('main')).toContainText(isHere ? common.checkedIn : common.checkedOut);
    });
  // Nothing that React no longer knows is left.
  await host.checkOut();
  await expect(checkOut).toHaveCount(0, { timeout: 15_000 });
  await expect(screen.getByText(FRIEND).first()).toBeVisible();
});

test('the control: a text beside others stands still in a translated page, and then breaks it', {
  tag: '@once',
}, async ({ page }) => {
  allowConsole(/removeChild/);
  await openBareText(page);
  const press = page.getByRole('button');
  expect((await brokenTexts(page)).join()).toContain('0 beside');
  await translate(page);
  await openBareText(page);
  await press.click();
  await expect(page.getByText('1 alone')).toBeVisible();
  await expect(page.getByText('0 beside')).toBeVisible();
  await press.click();
  await expect(press).toHaveCount(0);
  await openBareText(page);
  await meddle(page, 'copies', 'main p');
  await press.click();
  await expect(page.getByText('0 alone')).toBeVisible();
});

test('a text that React did not write is found', { tag: '@once' }, async ({ page, server }) => {
  await page.goto(server.url);
  await isHydrated(page);
  expect(await brokenTexts(page)).toEqual([]);
  await page.evaluate(() => {
    const heading = document.querySelector('h2');
    if (heading) heading.textContent = 'planted';
  });
  expect((await brokenTexts(page)).join()).toContain('planted');
});

async function openBareText(page: Page): Promise<void> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      rolldownOptions: { input: 'tests/controls/bare-text.ts', output: { format: 'iife' } },
    },
  });
  if (!('output' in built)) throw new Error('one output');
  await page.goto('about:blank');
  await page.addScriptTag({ content: built.output[0].code });
}
