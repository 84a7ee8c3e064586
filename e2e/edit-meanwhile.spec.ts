import { expect, type Page } from '@playwright/test';
import type { Visit } from '#domain/documents.ts';
import type { Language } from '#domain/language.ts';
import { profilePath, visitorPath, visitPath } from '#domain/paths.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { openBoard } from './support/board.ts';
import { allowConsole, test } from './support/framme.ts';
import { filled, type Words } from './support/parent.ts';
import { untilOpen } from './support/still.ts';
import { openVisitOf } from './support/the-door.ts';
import { waitForParts, waitForSync } from './support/unsent.ts';

test.use({ viewport: { width: 1280, height: 800 } });

/** Opens the profile of a family with one child, whose friend is Ella. */
async function familyOn(page: Page, url: string, language: Language) {
  const home = await registerHousehold(url, 'Lind');
  await home.run('updateProfile', { language });
  const ella = await home.addFriend(await home.addChild('Kim'), 'Ella');
  await openBoard(page, home, url, '/profile');
  return { home, ella };
}

/** Opens the form about a friend from the child's page. */
async function openForm(page: Page, { people }: Words, name: string): Promise<void> {
  const row = page.getByRole('main').getByRole('button', { name: new RegExp(`^${name} `) });
  await untilOpen(row.first(), page.getByRole('dialog'));
  await page.getByRole('button', { name: filled(people.editNamed, { name }) }).click();
  await expect(field(page, 'name')).toHaveValue(name);
}

const field = (page: Page, name: string) => page.getByRole('dialog').locator(`[name="${name}"]`);

async function save(page: Page, { common }: Words): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: common.save, exact: true }).click();
}

const press = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

test('a form open while another phone saved sends what was edited, or asks', async ({ parent }) => {
  const { page, language, words, url } = parent;
  const { home, ella } = await familyOn(page, url, language);
  const stored = async () => (await home.documents()).get(visitorPath(ella));
  const edit = (name: string, parentPhone: string) =>
    home.run('editFriend', { child: ella.child, friend: ella.visitor, name, parentPhone });
  await openForm(page, words, 'Ella');

  await test.step('a note alone leaves the name and the number of the other phone', async () => {
    await edit('Sam', '070-999 88 77');
    await field(page, 'note').fill('Hasselnöt');
    await save(page, words);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(stored).toMatchObject({
      name: 'Sam',
      parentPhone: '070-999 88 77',
      parentPhoneE164: '+46709998877',
      note: 'Hasselnöt',
    });
  });

  await test.step('the number that both edited asks, and nothing typed is lost', async () => {
    await openForm(page, words, 'Sam');
    await field(page, 'parentPhone').fill('070-111 22 33');
    await field(page, 'note').fill('Jordnöt');
    await edit('Ella', '070-444 55 66');
    await expect(field(page, 'name')).toHaveValue('Ella');
    await save(page, words);
    const question = page.getByRole('alertdialog', { name: words.meanwhile.title });
    await expect(question).toContainText('070-444 55 66');
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(field(page, 'parentPhone')).toHaveValue('070-111 22 33');
    await expect(field(page, 'note')).toHaveValue('Jordnöt');
    // One Escape closes one layer: the form below asks nothing.
    await save(page, words);
    await press(page, words.meanwhile.replace);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(stored).toMatchObject({ name: 'Ella', parentPhone: '070-111 22 33', note: 'Jordnöt' });
  });
});

test('the profile and the times of a visit ask likewise', async ({ page, server, language, words }) => {
  const { home, ella } = await familyOn(page, server.url, language);
  await home.run('checkIn', ella);

  await test.step('the profile', async () => {
    const profile = async () => (await home.documents()).get(profilePath(home.account.uid));
    const input = (name: string) => page.getByRole('main').locator(`[name="${name}"]`);
    await input('firstName').fill('Anna');
    await home.run('updateProfile', { firstName: 'Maja', lastName: 'Ek' });
    await expect(input('lastName')).toHaveValue('Ek');
    await page.getByRole('main').getByRole('button', { name: words.common.save }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Maja');
    await press(page, words.meanwhile.replace);
    await expect.poll(profile).toMatchObject({ firstName: 'Anna', lastName: 'Ek' });
  });

  await test.step('the times of a visit', async () => {
    const visit = (await openVisitOf(home, ella)).visit;
    const arrivedAt = async () => {
      const found = (await home.documents()).get(visitPath(ella.child, visit)) as Visit;
      return found.arrived?.at ?? '';
    };
    const arrived = Date.parse(await arrivedAt());
    const earlier = (minutes: number) => isoTime(arrived - minutes * MINUTE_MS);
    await page.goto(`${server.url}/history`);
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ella' });
    await row.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: words.visit.correctEnd }).click();
    const stockholm = { timeZone: 'Europe/Stockholm', timeStyle: 'short' } as const;
    const time = new Date(earlier(90)).toLocaleTimeString('sv-SE', stockholm);
    await field(page, 'arrived-time').fill(time);
    await home.run('correctVisit', { ...ella, visit, arrived: earlier(30) });
    await waitForSync(page);
    await save(page, words);
    const question = page.getByRole('alertdialog', { name: words.meanwhile.title });
    await expect(question).toContainText(words.history.arrived);
    expect(await arrivedAt()).toBe(earlier(30));
    await press(page, words.meanwhile.replace);
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await arrivedAt()) < earlier(80)).toBe(true);
  });
});

test('an edit that was made without a network and comes late asks in the list of refused changes', {
  tag: '@full',
}, async ({ page, server, language, words }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  const { commands, common, meanwhile, refused } = words;
  const { home, ella } = await familyOn(page, server.url, language);
  const number = async () =>
    ((await home.documents()).get(visitorPath(ella)) as { parentPhone: string }).parentPhone;
  await waitForParts(page);
  await openForm(page, words, 'Ella');
  await page.context().setOffline(true);
  await field(page, 'parentPhone').fill('070-111 22 33');
  await save(page, words);
  await expect(page.getByRole('dialog')).toBeHidden();
  await home.run('editFriend', { child: ella.child, friend: ella.visitor, parentPhone: '070-444 55 66' });
  await page.context().setOffline(false);
  const list = page.getByRole('region', { name: filled(refused.count.one, { count: 1 }) });
  await expect(list).toContainText(filled(meanwhile.now, { held: '070-444 55 66' }));
  await expect(
    list.getByRole('button', { name: `${common.edit}: ${commands.editFriend}: Ella` }),
  ).toBeVisible();
  expect(await number()).toBe('070-444 55 66');
  await list.getByRole('button', { name: `${meanwhile.replace}: ${commands.editFriend}: Ella` }).click();
  await expect(list).toHaveCount(0);
  await expect.poll(number).toBe('070-111 22 33');
});
