import { expect, type Page } from '@playwright/test';
import type { Language } from '#domain/language.ts';
import { genitive } from '#domain/names.ts';
import { calls } from '#domain/protocol/calls.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { giveLink, type LinkedVisit, linkTo, mustRun, seeVisit } from '#tests/support/people/linked-visit.ts';
import { postJson } from '#tests/support/server/http.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { sameNames } from './support/accessibility/button-names.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled, type Words } from './support/parent.ts';
import { signIn } from './support/signed-in.ts';
import { waitForSync } from './support/unsent.ts';

const NAME = 'Ella Lindqvist';

interface Door {
  home: HouseholdOnPhone;
  ella: LinkedVisit;
}

/** A family where Ella is here with a link, and Sam went home; her family said no through the link and asks to be removed. */
async function refusedBy(url: string, language: Language, past = 0): Promise<Door> {
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
  await home.sendAll(ops);
  const ella = await linkTo(home, friend);
  const sam = await home.addFriend(noah, 'Sam');
  await mustRun(home, 'checkIn', sam);
  await mustRun(home, 'checkOut', sam);
  const { status } = await postJson(url, calls.refuseLinks.path, { link: ella.link, remove: true });
  expect(status).toBe(200);
  return { home, ella };
}

async function open(page: Page, { home }: Door): Promise<void> {
  await signIn(page.context(), home, home.url);
  await page.goto(`${home.url}/dashboard`);
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
    remove: answer(asks, common.remove),
    keep: answer(asks, linkRefusals.keep),
    allow: answer(refuses, linkRefusals.allow),
    confirm: dialog.getByRole('button', { name: common.remove, exact: true }),
    cancel: dialog.getByRole('button', { name: common.cancel, exact: true }),
    toast: (text: string) => page.locator('#root').getByText(filled(text, { name: NAME })),
  };
}

/** Everything that the server keeps of the family, as one text. */
const storedBy = async (home: HouseholdOnPhone) => JSON.stringify([...(await home.documents())]);

test('a request is answered once; the refusal stands, and can be lifted', async ({ parent }) => {
  const { page, language, words, url } = parent;
  const door = await refusedBy(url, language);
  await open(page, door);
  const on = controls(page, language, words);

  await test.step('the request', async () => {
    await on.remove.click();
    await expect(on.dialog).toContainText(filled(words.linkRefusals.isHere, { name: NAME }));
    expect(await violationsOn(page)).toEqual([]);
    await on.cancel.click();
    expect([...(await violationsOn(page)), ...(await page.evaluate(sameNames))]).toEqual([]);
    await on.keep.dblclick();
    await expect(on.toast(words.linkRefusals.kept)).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(on.request).toBeHidden();
    await waitForSync(page);
    expect(await storedBy(door.home)).toContain('keptAt');
    expect(await storedBy(door.home)).toContain(NAME);
  });

  await test.step('the refusal', async () => {
    await expect(on.refusal).toContainText(words.linkRefusals.allowHint);
    await expect(page.getByRole('main').getByText(words.links.showsNothing)).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await page.goto(`${url}/profile`);
    await expect(on.refusal).toBeVisible();
    expect([...(await violationsOn(page)), ...(await page.evaluate(sameNames))]).toEqual([]);
    await on.allow.focus();
    await page.keyboard.press('Enter');
    await expect(on.toast(words.linkRefusals.allowed)).toBeVisible();
    await expect(on.refusal).toBeHidden();
    const friends = filled(words.people.friendsOf, { name: 'Noah' });
    await expect(page.getByRole('heading', { name: friends })).toBeFocused();
    await waitForSync(page);
    expect((await seeVisit(url, door.ella.link)).status).toBe(410);
    const link = await giveLink(door.home, door.ella.ref, door.ella.visit);
    expect((await seeVisit(url, link)).status).toBe(200);
  });
});

test('removing waits for all of the history, needs no answer of the server, and leaves nothing of the person', {
  tag: '@full',
}, async ({ page, server, language, words }) => {
  allowConsole(/ERR_FAILED/);
  const door = await refusedBy(server.url, language, 70);
  const [removed] = [...(await door.home.documents()).keys()].filter((path) => path.includes('/visits/'));
  await mustRun(door.home, 'deleteVisit', { ...door.ella.ref, visit: removed?.split('/').at(-1) ?? '' });
  const history = Promise.withResolvers<void>();
  await page.route('**/api/sync', async (route) => {
    if (route.request().postData()?.includes('"history":{')) await history.promise;
    await route.fallback();
  });
  await open(page, door);
  const on = controls(page, language, words);

  await test.step('the history is not on the phone yet', async () => {
    await on.remove.click();
    await expect(on.dialog).toContainText(words.linkRefusals.waits);
    await expect(on.confirm).toHaveAttribute('aria-busy', 'true');
    await on.confirm.click({ force: true });
    expect(await storedBy(door.home)).toContain('Lindqvist');
    history.resolve();
    await expect(on.dialog).toContainText(
      filled(words.linkRefusals.removeText.other, { name: NAME, count: 71 }),
    );
    await expect(on.dialog).not.toContainText(words.linkRefusals.waits);
    await expect(on.confirm).not.toHaveAttribute('aria-busy');
  });

  const letThrough = await intercept(page, '**/api/**');
  await on.confirm.dblclick();
  await expect(on.toast(words.linkRefusals.removed)).toBeVisible();
  await expect(on.dialog).toBeHidden();
  await page.mouse.move(0, 0);
  await expect(on.request).toBeHidden();
  await page.reload();
  await expect(page.getByRole('main').getByText('Sam').first()).toBeVisible();
  await expect(page.getByText(NAME)).toHaveCount(0);
  const { cursor } = await door.home.sync();
  letThrough();
  // The wait for the next attempt has grown meanwhile, up to a minute.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await waitForSync(page);
  expect(await storedBy(door.home)).toContain('Sam');
  expect(await storedBy(door.home)).not.toMatch(/Lindqvist|removedVisits/);
  // One change a visit, the present one too, and one for the person.
  expect((await door.home.sync({ cursor })).changes).toHaveLength(72);
});
