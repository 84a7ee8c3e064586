import { expect, type Page } from '@playwright/test';
import { genitive } from '#domain/genitive.ts';
import type { Language } from '#domain/language.ts';
import { calls } from '#domain/protocol/calls.ts';
import { OPS_PER_REQUEST } from '#domain/protocol/sync.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { giveLink, type LinkedVisit, linkTo, mustRun, seeVisit } from '#tests/support/people/linked-visit.ts';
import { postJson } from '#tests/support/server/http.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { sameNames } from './support/accessibility/button-names.ts';
import { test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled, type Words } from './support/parent.ts';
import { signIn } from './support/signed-in.ts';
import { waitForSync } from './support/unsent.ts';

const NAME = 'Ella Lindqvist';

interface Door {
  home: HouseholdOnPhone;
  ella: LinkedVisit;
}

/** A family where Ella is here with a link, and Sam went home; her family said no through the link. */
async function refusedBy(url: string, language: Language, remove: boolean, past = 0): Promise<Door> {
  const home = await registerHousehold(url);
  await home.run('updateProfile', { language });
  const noah = await home.addChild('Noah');
  const friend = await home.addFriend(noah, NAME);
  const days = Array.from({ length: past }, (_, day) => Date.now() - (day + 1) * 86_400_000);
  const ops = days
    .toReversed()
    .flatMap((at) => [
      home.op('checkIn', friend, { tappedAt: at }),
      home.op('checkOut', friend, { tappedAt: at + 3_600_000 }),
    ]);
  for (let at = 0; at < ops.length; at += OPS_PER_REQUEST)
    await home.sync({ ops: ops.slice(at, at + OPS_PER_REQUEST) });
  const ella = await linkTo(home, friend);
  const sam = await home.addFriend(noah, 'Sam');
  await mustRun(home, 'checkIn', sam);
  await mustRun(home, 'checkOut', sam);
  const { status } = await postJson(url, calls.refuseLinks.path, { link: ella.link, remove });
  expect(status).toBe(200);
  return { home, ella };
}

async function open(page: Page, { home }: Door, path = '/dashboard'): Promise<void> {
  await signIn(page.context(), home, home.url);
  await page.goto(home.url + path);
}

function controls(page: Page, language: Language, { linkRefusals, common }: Words) {
  const sentence = (text: string) => filled(text, { whose: genitive(language, NAME), name: NAME });
  const asks = sentence(linkRefusals.asks);
  const refuses = sentence(linkRefusals.refuses);
  const group = (name: string) => page.getByRole('main').getByRole('group', { name });
  const answer = (name: string, word: string) =>
    group(name).getByRole('button', { name: `${word}. ${name}`, exact: true });
  const dialog = page.getByRole('alertdialog');
  return {
    ...{ request: group(asks), refusal: group(refuses), dialog },
    remove: answer(asks, linkRefusals.remove),
    keep: answer(asks, linkRefusals.keep),
    allow: answer(refuses, linkRefusals.allow),
    confirm: dialog.getByRole('button', { name: linkRefusals.remove, exact: true }),
    cancel: dialog.getByRole('button', { name: common.cancel, exact: true }),
    toast: (text: string) => page.locator('#root').getByText(filled(text, { name: NAME })),
  };
}

/** The number of documents that the server has changed since a version. */
const changedSince = async (home: HouseholdOnPhone, cursor: number) =>
  (await home.sync({ cursor })).changes.length;

/** Everything that the server keeps of the family, as one text. */
const storedBy = async (home: HouseholdOnPhone) => JSON.stringify([...(await home.documents())]);

test('a refusal is told on the board and at the person, and can be lifted', async ({
  page,
  server,
  language,
  words,
}) => {
  const door = await refusedBy(server.url, language, false);
  await open(page, door);
  const on = controls(page, language, words);
  await expect(on.refusal).toContainText(words.linkRefusals.allowHint);
  await expect(page.getByRole('main').getByText(words.links.showsNothing)).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.goto(`${server.url}/profile`);
  await expect(on.refusal).toBeVisible();
  expect([...(await violationsOn(page)), ...(await page.evaluate(sameNames))]).toEqual([]);
  await on.allow.focus();
  await page.keyboard.press('Enter');
  await expect(on.toast(words.linkRefusals.allowed)).toBeVisible();
  await expect(on.refusal).toBeHidden();
  await expect(
    page.getByRole('heading', { name: filled(words.people.friendsOf, { name: 'Noah' }) }),
  ).toBeFocused();
  await waitForSync(page);
  expect((await seeVisit(server.url, door.ella.link)).status).toBe(410);
  const link = await giveLink(door.home, door.ella.ref, door.ella.visit);
  expect((await seeVisit(server.url, link)).status).toBe(200);
});

test('a request is kept with one answer, and the refusal stands', { tag: '@full' }, async ({
  page,
  server,
  language,
  words,
}) => {
  const door = await refusedBy(server.url, language, true);
  await open(page, door);
  const on = controls(page, language, words);
  await on.remove.click();
  await expect(on.dialog).toContainText(filled(words.linkRefusals.isHere, { name: NAME }));
  expect(await violationsOn(page)).toEqual([]);
  await on.cancel.click();
  expect([...(await violationsOn(page)), ...(await page.evaluate(sameNames))]).toEqual([]);
  await on.keep.dblclick();
  await expect(on.toast(words.linkRefusals.kept)).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(on.request).toBeHidden();
  await expect(on.refusal).toBeVisible();
  await waitForSync(page);
  expect(await storedBy(door.home)).toContain('keptAt');
  expect(await storedBy(door.home)).toContain(NAME);
});

test('a request is met without an answer of the server, by a double tap, and leaves nothing of the person', {
  tag: '@full',
}, async ({ page, server, language, words, allowConsole }) => {
  allowConsole(/ERR_FAILED/);
  const door = await refusedBy(server.url, language, true, 70);
  const [removed] = [...(await door.home.documents()).keys()].filter((path) => path.includes('/visits/'));
  await mustRun(door.home, 'deleteVisit', { ...door.ella.ref, visit: removed?.split('/').at(-1) ?? '' });
  await open(page, door);
  const on = controls(page, language, words);
  await expect(on.request).toBeVisible();
  await waitForSync(page);
  await on.remove.click();
  await expect(on.dialog).toContainText(
    filled(words.linkRefusals.removeText.other, { name: NAME, count: 71 }),
  );
  // The rest of the history comes after the first screen, and removing waits for it.
  await expect(on.confirm).not.toHaveAttribute('aria-busy');
  const letThrough = await intercept(page, '**/api/**');
  await on.confirm.dblclick();
  await expect(on.toast(words.linkRefusals.removed)).toBeVisible();
  await expect(on.dialog).toBeHidden();
  await page.mouse.move(0, 0);
  await expect(on.request).toBeHidden();
  await page.reload();
  await expect(page.getByRole('main').getByText('Sam').first()).toBeVisible();
  await expect(page.getByText(NAME)).toHaveCount(0);
  const { cursor: before } = await door.home.sync();
  letThrough();
  // The wait for the next attempt has grown meanwhile, up to a minute.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await waitForSync(page);
  expect(await storedBy(door.home)).toContain('Sam');
  expect(await storedBy(door.home)).not.toMatch(/Lindqvist|removedVisits/);
  // One change a visit, the present one too, and one for the person.
  expect(await changedSince(door.home, before)).toBe(72);
});

test('a removal that a reload cuts short goes on where it was', { tag: '@full' }, async ({
  page,
  server,
  language,
  words,
}) => {
  const door = await refusedBy(server.url, language, true, 120);
  await open(page, door, '/profile');
  const on = controls(page, language, words);
  await on.remove.click();
  await expect(on.dialog).toContainText(
    filled(words.linkRefusals.removeText.other, { name: NAME, count: 121 }),
  );
  await expect(on.confirm).not.toHaveAttribute('aria-busy');
  const isReloaded = page.waitForEvent('load');
  // Within the page, so that nothing is awaited in between.
  await on.confirm.evaluate((button: HTMLElement) => {
    button.click();
    location.reload();
  });
  await isReloaded;
  await expect(page.getByRole('main').getByText('Sam').first()).toBeVisible();
  await waitForSync(page);
  const rest = (await storedBy(door.home)).includes('Lindqvist');
  if (rest) {
    await on.remove.click();
    await expect(on.confirm).not.toHaveAttribute('aria-busy');
    await on.confirm.click();
    await expect(on.request).toBeHidden();
    await waitForSync(page);
  }
  expect(await storedBy(door.home)).not.toMatch(/Lindqvist|removedVisits/);
});

test('removing waits until all of the history is on the phone', { tag: '@full' }, async ({
  page,
  server,
  language,
  words,
}) => {
  const door = await refusedBy(server.url, language, true, 60);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/sync', async (route) => {
    if (route.request().postData()?.includes('"history":{')) await held;
    await route.continue();
  });
  await open(page, door);
  const on = controls(page, language, words);
  await on.remove.click();
  await expect(on.dialog).toContainText(words.linkRefusals.waits);
  await expect(on.confirm).toHaveAttribute('aria-busy', 'true');
  await on.confirm.click({ force: true });
  expect(await storedBy(door.home)).toContain('Lindqvist');
  release();
  await expect(on.dialog).toContainText(
    filled(words.linkRefusals.removeText.other, { name: NAME, count: 61 }),
  );
  await expect(on.dialog).not.toContainText(words.linkRefusals.waits);
  await on.confirm.click();
  await expect(on.dialog).toBeHidden();
  await waitForSync(page);
  expect(await storedBy(door.home)).not.toContain('Lindqvist');
});
