import { expect } from '@playwright/test';
import { faultsOfLayout } from './support/accessibility/large-text.ts';
import { SIZES } from './support/every-screen.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled, noahWith, type Parent, person } from './support/parent.ts';
import { passUntil, pauseClock, pressPaused } from './support/paused-clock.ts';
import { refuse } from './support/refuse.ts';
import { pressStill } from './support/still.ts';
import { atTheDoor } from './support/the-door.ts';
import { waitForSync } from './support/unsent.ts';

/** A family on the dashboard, with a friend to check in. */
async function atDashboard(url: string, parent: Parent): Promise<void> {
  await parent.settle(url, person('Maja', 'Lind'), noahWith('Ella'));
}

test('a refused change is told in place of the success, and is retried', async ({ parent, server }) => {
  const { page, words } = parent;
  const { common, people } = words;
  await page.setViewportSize({ width: 1280, height: 500 });
  await atDashboard(server.url, parent);
  const letThrough = await refuse(page, 'checkIn', { code: 'failed' });
  const list = page.getByRole('region', { name: filled(words.refused.count.one, { count: 1 }) });
  const what = `${words.commands.checkIn}: Ella`;

  await page
    .getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) })
    .first()
    .click();
  // A mouse that rests on the list would hold it for ten seconds.
  await page.mouse.move(1, 1);
  const show = page.getByRole('button', { name: words.refused.show, exact: true });
  await expect(show).toBeVisible();
  await expect(parent.shown(common.success)).toHaveCount(0);
  await expect(page.locator('#root').getByRole('alert')).toHaveCount(0);

  await test.step('the toast leads to the list and focuses it', async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await show.click();
    await expect(list.getByRole('heading')).toBeFocused();
    await expect(list.getByRole('heading')).toBeInViewport();
    await expect(list).toContainText(what);
    await expect(list).toContainText(words.refusals.failed);
  });

  await test.step('another try goes to the server', async () => {
    letThrough();
    await list.getByRole('button', { name: `${common.retry}: ${what}` }).click();
    await expect(list).toHaveCount(0);
    await waitForSync(page);
    await expect(
      page.getByRole('button', { name: filled(people.undoNamed, { name: 'Ella' }) }).first(),
    ).toBeVisible();
  });
});

test('a form that is refused at once keeps what was typed, says why once, and claims no success', {
  tag: '@full',
}, async ({ page, server, parent, words }) => {
  const { common, people, profileForm, refusals } = words;
  await atDashboard(server.url, parent);
  await parent.follow(common.nav.profile);
  await page.clock.install();
  const list = page.getByRole('region', { name: filled(words.refused.count.one, { count: 1 }) });
  const claims = () =>
    page.evaluate(() => [...((window as { seen?: Set<string> }).seen ?? ['not watched'])].join());
  await expect(page.getByRole('region', { name: common.toast })).toHaveCount(0);
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = () => {
      for (const { textContent } of document.querySelectorAll('#root section[aria-label] > p:first-child'))
        seen.add(textContent ?? '');
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });

  const letThrough = await refuse(page, 'updateProfile', { code: 'failed' });
  const save = page.getByRole('button', { name: common.save, exact: true });
  await page.getByLabel(profileForm.firstName).fill('Maria');
  // A form waits for an answer as long as it usually takes, which is longer on a busy machine.
  await pauseClock(page);
  await save.click();
  const reason = page.getByText(refusals.failed).filter({ visible: true });
  await passUntil(page, () => reason.count(), 1);
  await page.clock.resume();
  await expect(page.getByLabel(profileForm.firstName)).toHaveValue('Maria');
  await expect(list).toHaveCount(0);
  expect(await claims()).toBe('');
  letThrough();
  await save.click();
  await expect(parent.shown(profileForm.saved)).toBeVisible();

  const letAdd = await refuse(page, 'addChild', { code: 'failed' });
  await pressStill(page.getByRole('button', { name: people.addChild }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(people.fields.name, { exact: true }).fill('Liv');
  await dialog.getByLabel(people.fields.birthDate).fill('2019-05-01');
  await pauseClock(page);
  await dialog.getByRole('button', { name: common.add, exact: true }).click();
  await passUntil(page, () => dialog.getByRole('alert').count(), 1);
  await page.clock.resume();
  await expect(dialog.getByRole('alert')).toHaveText(`${common.failures.addChild}. ${refusals.failed}`);
  await expect(dialog.getByLabel(people.fields.name, { exact: true })).toHaveValue('Liv');
  await expect(list).toHaveCount(0);
  expect(await claims()).toBe(profileForm.saved);
  letAdd();
  await dialog.getByRole('button', { name: common.add, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main').getByText('Liv').first()).toBeVisible();

  await test.step('a refused status of a guest is logged', async () => {
    allowConsole(/The status of a guest was not saved/);
    await parent.addGuest('Omar', 'fatima.k');
    await waitForSync(page);
    await refuse(page, 'checkIn', { code: 'failed' });
    const logged = page.waitForEvent('console', (message) => message.type() === 'error');
    await pressStill(page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Omar' }) }));
    expect((await logged).text()).toContain('The status of a guest was not saved: failed');
  });
});

test('a form that is refused late can be edited in the list, and never stands beside its success', {
  tag: '@full',
}, async ({ page, server, parent, words }) => {
  const { common, people, profileForm } = words;
  await atDashboard(server.url, parent);
  await parent.follow(common.nav.profile);
  // Later than a form waits.
  const late = () => new Promise<void>((resolve) => setTimeout(resolve, 2500));
  const letThrough = await refuse(page, 'addChild', { code: 'invalid-arguments' }, late);
  const list = page.getByRole('region', { name: filled(words.refused.count.one, { count: 1 }) });
  const what = `${words.commands.addChild}: Liv`;

  await parent.addChild('Liv', '2019-05-01');
  await expect(list).toContainText(common.failures.addChild);
  await expect(parent.shown(common.success)).toHaveCount(0);
  await expect(list.getByRole('button', { name: common.retry })).toHaveCount(0);
  await list.getByRole('button', { name: `${common.edit}: ${what}` }).click();
  await expect(page.getByRole('dialog').getByLabel(people.fields.birthDate)).toHaveValue('2019-05-01');
  letThrough();
  await parent.fillDialog({ [people.fields.name]: 'Liv Ek' }, common.save);
  await expect(list).toHaveCount(0);
  await expect(page.getByRole('main').getByText('Liv Ek').first()).toBeVisible();
  await waitForSync(page);

  const letSave = await refuse(page, 'updateProfile', { code: 'failed' }, late);
  await page.getByLabel(profileForm.firstName).fill('Maria');
  await page.getByRole('button', { name: common.save, exact: true }).click();
  await expect(parent.shown(profileForm.savedHere)).toBeVisible();
  await expect(list.getByText(words.refusals.failed)).toHaveCount(1);
  await expect(parent.shown(profileForm.savedHere)).toHaveCount(0);
  await list.getByRole('button', { name: new RegExp(`^${common.edit}`) }).click();
  await expect(page.getByRole('dialog').getByLabel(profileForm.firstName)).toHaveValue('Maria');
  letSave();
  await parent.fillDialog({ [profileForm.firstName]: 'Marianne' }, common.save);
  await expect(list).toHaveCount(0);
  await expect(page.getByLabel(profileForm.firstName)).toHaveValue('Marianne');
  await waitForSync(page);

  await refuse(page, 'updateProfile', { code: 'failed' }, late);
  await page.getByLabel(profileForm.notifications).click();
  await page.getByRole('button', { name: common.save, exact: true }).click();
  await expect(list.getByRole('button', { name: new RegExp(`^${common.edit}`) })).toHaveCount(0);
  await list.getByRole('button', { name: new RegExp(`^${common.discard}`) }).click();
  await expect(list).toHaveCount(0);
});

test('a tap about somebody whom the other phone removed names them, and offers nothing that cannot work', {
  tag: '@full',
}, async ({ page, server, words, language }) => {
  allowConsole(/Failed to load resource/);
  const { common, people } = words;
  const { home, ella } = await atTheDoor({ page, server, language, name: 'Ella' });
  const checkIn = page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) }).first();
  await expect(checkIn).toBeVisible();
  const letThrough = await intercept(page, '**/api/**');
  await checkIn.click();
  await expect(
    page.getByRole('button', { name: filled(people.undoNamed, { name: 'Ella' }) }).first(),
  ).toBeVisible();
  await home.run('deleteFriend', { child: ella.child, friend: ella.visitor });
  letThrough();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const list = page.getByRole('region', { name: filled(words.refused.count.one, { count: 1 }) });
  await expect(list).toContainText(filled(words.refused.gone, { name: 'Ella' }));
  await expect(list.getByRole('button')).toHaveCount(1);
  await expect(list.getByRole('button', { name: `${common.discard}: ` })).toBeVisible();
});

test('a refused tap in the modal withdraws its success, says why, and can be tried again there', {
  tag: '@full',
}, async ({ page, server, parent, words }) => {
  const { common } = words;
  await atDashboard(server.url, parent);
  await page.getByRole('banner').getByRole('link', { name: common.brand }).click();
  const arrival = Promise.withResolvers<void>();
  const letThrough = await refuse(page, 'checkIn', { code: 'failed' }, () => arrival.promise);
  await page.clock.install();
  const modal = await parent.openModal('checkIn', 'Noah');
  const messageParent = modal.getByRole('button', {
    name: filled(words.messageParent.parentOf, { name: 'Ella' }),
  });
  await pressPaused(page, modal, modal.getByRole('button', { name: 'Ella' }), common.success);
  await expect(messageParent).toBeVisible();
  arrival.resolve();
  await passUntil(page, () => modal.textContent(), expect.stringContaining(words.refusals.failed));
  await expect(modal).not.toContainText(common.success);
  await expect(messageParent).toHaveCount(0);
  await page.clock.runFor(5000);
  await expect(modal).toBeVisible();
  letThrough();
  await modal.getByRole('button', { name: common.retry, exact: true }).click();
  await passUntil(page, () => modal.textContent(), expect.stringContaining(common.success));
  await page.clock.runFor(2000);
  await passUntil(page, () => modal.isVisible(), false);
});

test('a refused tap in the check-in sheet is said there, and its success is not shown afterwards', {
  tag: '@full',
}, async ({ page, server, parent, words }) => {
  const { common, people, hereNow, refusals } = words;
  await atDashboard(server.url, parent);
  await refuse(page, 'checkIn', { code: 'failed' });
  await page.getByRole('main').getByRole('button', { name: common.checkIn, exact: true }).last().click();
  const sheet = page.getByRole('dialog', { name: common.checkIn });
  const checkIn = sheet.getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) });
  await checkIn.click();
  await expect(sheet.getByRole('status')).toContainText(`Ella: ${common.error}. ${refusals.failed}`);
  await expect(checkIn).toBeVisible();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect(await faultsOfLayout(page), `${size.width} px`).toEqual([]);
  }
  await sheet.getByRole('button', { name: hereNow.done, exact: true }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: words.refused.show, exact: true })).toBeVisible();
  await expect(parent.shown(filled(hereNow.checkedIn, { name: 'Ella' }))).toHaveCount(0);
});
