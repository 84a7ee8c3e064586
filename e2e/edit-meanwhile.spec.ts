import { expect, type Page } from '@playwright/test';
import { LOCALES } from '#domain/language.ts';
import { friendPath, profilePath, visitorPath } from '#domain/paths.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { join } from '#tests/support/people/two-parents.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { TwoFamilies } from './support/followers.ts';
import { test } from './support/framme.ts';
import { filled, type Words } from './support/parent.ts';
import { signIn } from './support/signed-in.ts';
import { untilOpen } from './support/still.ts';
import { waitForChunk, waitForSync } from './support/unsent.ts';

test.use({ viewport: { width: 1280, height: 800 } });

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

test('of a form that was open while another parent saved, only what was edited is sent, and the same field asks', async ({
  page,
  browser,
  server,
  language,
  words,
  watch,
}) => {
  const families = await TwoFamilies.register(server.url, language, 'Ella');
  await families.ask({ yes: true });
  const { host, linked } = families;
  const path = friendPath(linked.ref.child, linked.ref.visitor);
  const stored = async () => (await host.documents()).get(path);
  const bo = await join(host, await registerHousehold(server.url, 'Ek'));
  await bo.run('updateProfile', { language });
  const other = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: LOCALES[language] });
  watch(other.context());
  await signIn(other.context(), bo, server.url);
  await other.goto(`${server.url}/profile`);
  const saveAsOther = async (fields: Record<string, string>) => {
    for (const [name, value] of Object.entries(fields)) await field(other, name).fill(value);
    await save(other, words);
    await expect(other.getByRole('dialog')).toBeHidden();
  };
  await families.open(page, 'host', '/profile');
  for (const one of [page, other]) await openForm(one, words, 'Ella');

  await test.step('a note alone leaves the name and the number of the other parent, and the consent paused', async () => {
    await saveAsOther({ name: 'Sam', parentPhone: '070-999 88 77' });
    await field(page, 'note').fill('Hasselnöt');
    await save(page, words);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(stored).toMatchObject({
      name: 'Sam',
      parentPhone: '070-999 88 77',
      parentPhoneE164: '+46709998877',
      note: 'Hasselnöt',
    });
    expect(await families.followed()).toMatchObject([{ child: null, visit: null }]);
  });

  await test.step('the number that both edited asks, and nothing typed is lost', async () => {
    for (const one of [page, other]) await openForm(one, words, 'Sam');
    await field(page, 'parentPhone').fill('070-111 22 33');
    await field(page, 'note').fill('Jordnöt');
    await saveAsOther({ name: 'Ella', parentPhone: '070-444 55 66' });
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
    await other.context().close();
  });

  await test.step('the former name brings no consent back; a new yes does', async () => {
    expect(await families.followed()).toMatchObject([{ child: null, visit: null }]);
    expect(await families.followers()).toMatchObject([{ isPaused: true }]);
    await families.answer(true);
    expect(await families.followed()).toMatchObject([{ child: 'Kim', visit: { visitor: 'Ella' } }]);
  });
});

test('the profile and the times of a visit ask likewise', async ({ page, server, language, words }) => {
  const home = await registerHousehold(server.url, 'Lind');
  await home.run('updateProfile', { language });
  const ella = await home.addFriend(await home.addChild('Kim'), 'Ella');
  await home.run('checkIn', ella);
  await home.run('checkOut', ella);
  await signIn(page.context(), home, server.url);

  await test.step('the profile', async () => {
    const profile = async () => (await home.documents()).get(profilePath(home.account.uid));
    await page.goto(`${server.url}/profile`);
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
    const visit = async () => {
      const [path, document] = [...(await home.documents())].find(([one]) => one.includes('/visits/')) ?? [];
      return { id: path?.split('/').at(-1) ?? '', ...(document as object) } as {
        id: string;
        arrived: { at: string };
      };
    };
    const { id, arrived } = await visit();
    const earlier = (minutes: number) => isoTime(Date.parse(arrived.at) - minutes * MINUTE_MS);
    await page.goto(`${server.url}/history`);
    await page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'Ella' })
      .getByRole('button')
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${words.history.arrived}`) })
      .click();
    const time = new Date(earlier(90)).toLocaleTimeString('sv-SE', {
      timeZone: 'Europe/Stockholm',
      timeStyle: 'short',
    });
    await field(page, 'arrived-time').fill(time);
    await home.run('correctVisit', { ...ella, visit: id, arrived: earlier(30) });
    await waitForSync(page);
    await save(page, words);
    await expect(page.getByRole('alertdialog', { name: words.meanwhile.title })).toContainText(
      words.history.arrived,
    );
    expect((await visit()).arrived.at).toBe(earlier(30));
    await press(page, words.meanwhile.replace);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(async () => (await visit()).arrived.at < earlier(80)).toBe(true);
  });
});

test('an edit that was made without a network and comes late asks in the list of refused changes', {
  tag: '@full',
}, async ({ page, server, language, words, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  const { commands, common, meanwhile, refused } = words;
  const families = await TwoFamilies.register(server.url, language, 'Ella');
  const { host, linked } = families;
  const number = async () =>
    ((await host.documents()).get(visitorPath(linked.ref)) as { parentPhone: string }).parentPhone;
  await families.open(page, 'host', '/profile');
  for (const part of ['person-dialog', 'toast-view', 'update', 'nudges']) await waitForChunk(page, part);
  await openForm(page, words, 'Ella');
  await page.context().setOffline(true);
  await field(page, 'parentPhone').fill('070-111 22 33');
  await save(page, words);
  await expect(page.getByRole('dialog')).toBeHidden();
  const { child, visitor: friend } = linked.ref;
  await host.run('editFriend', { child, friend, parentPhone: '070-444 55 66' });
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
