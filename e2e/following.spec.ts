import { expect, type Page } from '@playwright/test';
import { DAY_MS } from '#domain/time.ts';
import { householdOf, sayYes } from '#tests/support/people/following-families.ts';
import { visitOf } from '#tests/support/people/linked-visit.ts';
import { done } from '#tests/support/people/two-parents.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { shiftsOn, watchShifts } from './support/accessibility/layout-shifts.ts';
import { tracesIn } from './support/browser-dump.ts';
import { TwoFamilies } from './support/followers.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled, type Words } from './support/parent.ts';
import { seenSoon } from './support/soon.ts';
import { untilOpen } from './support/still.ts';

test.use({ viewport: { width: 360, height: 640 } });

/** A list that holds still follows after a while without a touch, in ms. */
const FOLLOWS = { timeout: 15_000 };
const API = '**/api/**';
const ASK = '**/api/following/ask';

const section = (page: Page, { following }: Words) => page.getByRole('region', { name: following.heading });
const sentence = (page: Page, words: Words) => section(page, words).getByText(here(words));
const here = ({ following }: Words) =>
  new RegExp(filled(following.here, { name: 'Ella', child: 'Kim', time: '' }));
const whom = ({ following }: Words) => filled(following.whom, { name: 'Ella', child: 'Kim' });

/** The family where Ella is, and her own, which has a child at home and follows her. */
async function settled(url: string, language: 'sv' | 'en', { follows = true } = {}): Promise<TwoFamilies> {
  const families = await TwoFamilies.register(url, language);
  await families.home.addChild('Nils');
  if (follows) await families.ask({ yes: true });
  return families;
}

/** Runs in the page: its worker says that a notification is shown. */
function hearOfPush(): void {
  navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: 'notified' }));
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

test('a pasted link asks; after the yes the board shows the child, and answers', async ({ parent }) => {
  const { page, language, words, url } = parent;
  allowConsole(/ERR_FAILED/);
  const { following } = words;
  const families = await settled(url, language, { follows: false });
  await families.open(page, 'home', '/profile');

  await test.step('the question tells nothing of the other family', async () => {
    await press(page, words.people.followChild);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(`Hej!\n${url}/visit#${families.linked.link} Hälsningar`);
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: following.ask.submit, exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(following.ask.done).last()).toBeVisible();
    await page.goto(`${url}/dashboard`);
    await expect(section(page, words).getByText(following.asked)).toBeVisible();
    await expect(section(page, words)).not.toContainText(/Ella|Kim/);
  });

  await families.answer(true);
  await seenSoon(page, () => sentence(page, words).isVisible());
  // Its button can be pressed once the board was left alone for a while.
  await expect(page.locator('[data-row][inert]')).toHaveCount(0, FOLLOWS);
  expect(await violationsOn(page)).toEqual([]);

  const { answers } = following.visit;
  await test.step('an answer that fails says so in its place, and reaches the host with the next press', async () => {
    const dialog = page.getByRole('dialog');
    const answer = `${following.answer}. ${whom(words)}`;
    await untilOpen(page.getByRole('button', { name: answer }), dialog);
    const isBack = await intercept(page, API);
    await dialog.getByRole('button', { name: answers['on-my-way'] }).click();
    await expect(dialog.getByRole('alert')).toContainText(answers.failed);
    isBack();
    await dialog.getByRole('alert').getByRole('button', { name: answers.retry }).click();
    const said = filled(answers.said, { answer: answers['on-my-way'] });
    await expect(dialog.getByRole('heading', { name: said })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    expect((await visitOf(families.linked)).answer).toMatchObject({ code: 'on-my-way' });
    await dialog.getByRole('button', { name: answers.undo }).click();
    await expect(dialog.getByRole('heading', { name: answers.heading })).toBeVisible();
    expect((await visitOf(families.linked)).answer).toBeUndefined();
    await page.keyboard.press('Escape');
  });

  await families.host.run('checkOut', families.linked.ref);
  await page.evaluate(hearOfPush);
  const gone = filled(following.visit.out, { name: 'Ella' });
  await expect(section(page, words).getByText(gone)).toBeVisible(FOLLOWS);
  const [row] = await families.followers();
  await done(families.host, 'endFollowing', { ...householdOf(families.host), id: row?.id ?? '' });
  const ended = filled(following.confirm.ended, { whom: whom(words) });
  await seenSoon(page, () => section(page, words).getByText(ended).isVisible());
  await expect(section(page, words)).toBeHidden(FOLLOWS);
});

test('a late reply moves nothing; without contact the board says as of when; ended meanwhile, it goes at the next contact', {
  tag: '@full',
}, async ({ page, server, language, words }) => {
  allowConsole(/ERR_FAILED/);
  const families = await settled(server.url, language);
  await families.open(page, 'home');
  await expect(sentence(page, words)).toBeVisible(FOLLOWS);

  await test.step('a board that knows what is followed moves nothing as the reply arrives late', async () => {
    const letThrough = await intercept(page, '**/api/following', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    await watchShifts(page);
    const replied = page.waitForResponse('**/api/following');
    await page.reload();
    await expect(sentence(page, words)).toBeVisible();
    await replied;
    const { total, moved } = await shiftsOn(page);
    expect(total, moved.join('\n')).toBeLessThanOrEqual(0.01);
    letThrough();
  });

  const isBack = await intercept(page, API);
  await page.reload();
  await expect(sentence(page, words)).toBeVisible();
  const asOf = filled(words.following.asOf, { time: '' }).trim();
  await expect(section(page, words).getByText(asOf)).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  const { household } = families.host.account;
  const [row] = await families.followers();
  await done(families.host, 'endFollowing', { household, id: row?.id ?? '' });
  isBack();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(section(page, words)).toBeHidden(FOLLOWS);
  expect(await tracesIn(page, ['Ella', 'Kim'])).toEqual([]);
});

test('a following that nobody thought of for 30 days still shows, and ends without the other family hearing of it', {
  tag: '@full',
}, async ({ page, server, language, words }) => {
  allowConsole(/ERR_FAILED/);
  const { following } = words;
  await page.clock.install();
  const families = await settled(server.url, language);
  const { ref, visit } = families.linked;
  await families.host.run('deleteVisit', { ...ref, visit });
  await families.open(page, 'home');
  const row = page.getByRole('button', { name: `${following.coming.goes}. ${whom(words)}` });
  await expect(row).toBeVisible(FOLLOWS);
  expect(await violationsOn(page)).toEqual([]);
  const isBack = await intercept(page, API);
  await page.clock.fastForward(30 * DAY_MS);
  await expect(section(page, words).getByText(filled(following.asOf, { time: '' }).trim())).toBeVisible();
  await untilOpen(row, page.getByRole('dialog'));
  await page.getByRole('button', { name: filled(following.endNamed, { whom: whom(words) }) }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: following.end, exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText(words.callFailures.offline);
  expect(await violationsOn(page)).toEqual([]);
  isBack();
  await dialog.getByRole('button', { name: following.end, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(section(page, words)).toBeHidden();
  expect(await families.followers()).toEqual([]);
});

test('the dialog says why nothing was asked, and keeps what was pasted', async ({ parent, server }) => {
  const { page, language, words } = parent;
  allowConsole(/Failed to load resource/);
  const { ask, failures } = words.following;
  const families = await settled(server.url, language, { follows: false });
  const { link } = families.linked;
  for (const name of ['Ask', 'Dahl', 'Ek']) await families.askOther(name);
  for (const { id } of await families.followers()) await sayYes(families.host, id);
  await families.open(page, 'home', '/profile');
  await press(page, words.people.followChild);
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox');
  const submit = dialog.getByRole('button', { name: ask.submit, exact: true });
  await submit.click();
  await expect(dialog.getByText(ask.missing)).toBeVisible();
  await field.fill('https://framme.example.org/');
  await expect(dialog.getByText(ask.noLink)).toBeVisible();
  const pasted = (secret: string) => `Hej!\n${server.url}/visit#${secret}`;
  await field.fill(pasted('k'.repeat(52)));
  await submit.click();
  await expect(dialog.getByRole('alert')).toHaveText(failures.expired);
  await field.fill(pasted(link));
  await submit.click();
  await expect(dialog.getByRole('alert')).toHaveText(failures.limit);
  await page.route(ASK, (route) =>
    route.fulfill({
      status: 429,
      json: { error: { code: 'too-many-requests', message: '', retryAfter: 600 } },
    }),
  );
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText(/\d\d:\d\d/);
  await page.route(ASK, (route) => route.abort());
  await submit.click();
  await expect(dialog.getByRole('alert')).toHaveText(words.callFailures.offline);
  await expect(field).toHaveValue(pasted(link));
});

test('a question can be taken back', { tag: '@full' }, async ({ page, server, language, words }) => {
  const { following } = words;
  const families = await settled(server.url, language, { follows: false });
  await families.ask();
  await families.open(page, 'home');
  const row = section(page, words).getByRole('listitem');
  await expect(row).toContainText(following.asked, FOLLOWS);
  const dialog = page.getByRole('alertdialog');
  await untilOpen(row.getByRole('button'), dialog);
  await dialog.getByRole('button', { name: following.takeBack, exact: true }).click();
  await expect(dialog).toBeHidden();
  // The list holds still for five seconds at least.
  await expect(row.and(page.locator(':not([inert])'))).toHaveCount(0, { timeout: 3500 });
  await expect(section(page, words)).toBeHidden();
  await expect(page.getByText(following.confirm.takenBack).last()).toBeVisible();
  expect(await families.followers()).toEqual([]);
});
