import { expect } from '@playwright/test';
import { calls } from '#domain/protocol/calls.ts';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { invite as openInvite } from '#tests/support/people/two-parents.ts';
import { ScreenReader } from './support/accessibility/screen-reader.ts';
import { allowConsole, test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { familyOn, joinByCalls, letInByCalls } from './support/parents.ts';
import { signIn } from './support/signed-in.ts';

test.use({ viewport: { width: 360, height: 640 } });

test('inviting, and turning away who asks, work by keyboard alone', { tag: '@full' }, async ({
  parent,
  words: { parents },
}) => {
  const { page, language, url } = parent;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const reader = await ScreenReader.at(page);
  await familyOn(page, url, language);
  await expect(page.getByRole('button', { name: parents.invite.open })).toBeVisible();
  const invite = async () => {
    await reader.enter('button', parents.invite.open);
    await reader.arrives('heading', parents.title);
  };

  await test.step('an invitation is made, and cancelled', async () => {
    await invite();
    await reader.enter('button', parents.invite.cancel);
    await reader.isTold(parents.invite.cancelled);
    await reader.arrives('heading', parents.title);
  });

  await test.step('the next is copied; who asks is read out, and turned away', async () => {
    await invite();
    await reader.enter('button', parents.invite.copy);
    await reader.isTold(parents.invite.copied);
    const secret = (await page.evaluate(() => navigator.clipboard.readText())).split('#')[1];
    const joining = await registerHousehold(url, 'Dahl');
    await joining.post(calls.askToJoin.path, { invitation: secret });
    await expect(page.getByRole('button', { name: parents.asked.no })).toBeVisible();
    await reader.isTold(
      filled(parents.asked.question, { name: 'Astrid Dahl', email: joining.account.email }),
    );
    await reader.enter('button', parents.asked.no);
    await reader.isTold(parents.asked.declined);
    await reader.arrives('heading', parents.title);
  });
  expect(reader.violations, reader.log.join('\n')).toEqual([]);
});

test('leaving and removing work by keyboard alone, and Escape closes each dialog', { tag: '@full' }, async ({
  parent,
  words: { account, common, parents, people },
}) => {
  const { page, language, url } = parent;
  allowConsole(/403/);
  const reader = await ScreenReader.at(page);
  await joinByCalls(await familyOn(page, url, language), await registerHousehold(url, 'Dahl'));
  await page.reload();
  const named = filled(people.removeNamed, { name: 'Astrid Dahl' });
  await expect(page.getByRole('button', { name: named })).toBeVisible();

  await test.step('closed by Escape, a dialog gives the focus back to its button', async () => {
    await reader.enter('button', parents.leave.open);
    await expect(page.getByRole('alertdialog', { name: parents.leave.title })).toBeVisible();
    await reader.press('Escape');
    await reader.arrives('button', parents.leave.open);
    await reader.enter('button', named, 'back');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await reader.press('Escape');
    await reader.arrives('button', named);
  });

  await test.step('so does the question who it is; answered, the parent is gone', async () => {
    await reader.press('Enter');
    await reader.enter('button', common.remove);
    await reader.arrives('heading', account.proof.title);
    await reader.press('Escape');
    await reader.arrives('button', common.remove);
    await reader.press('Enter');
    await reader.arrives('heading', account.proof.title);
    await reader.to('textbox', account.proof.password);
    await page.keyboard.type(PASSWORD);
    await reader.press('Enter');
    await reader.isTold(filled(parents.remove.done, { name: 'Astrid Dahl' }));
    await reader.arrives('heading', parents.title);
  });
  expect(reader.violations, reader.log.join('\n')).toEqual([]);
});

test('asking and joining work by keyboard alone', { tag: '@full' }, async ({ another, server: { url } }) => {
  allowConsole(/403/);
  const host = await registerHousehold(url, 'Lind');
  const secret = await openInvite(host);
  const joining = await registerHousehold(url, 'Dahl');
  const parent = await another();
  await signIn(parent.page.context(), joining, url);
  // Joining deletes it, so that the page asks who it is.
  await joining.addChild('Kim');
  const { page, words } = parent;
  const { join, account, common } = words;
  const reader = await ScreenReader.at(page);
  await page.goto(`${url}/join#${secret}`);
  await expect(page.getByRole('button', { name: join.ask })).toBeVisible();

  await test.step('asks, and hears that it waits, and that it may join', async () => {
    await reader.enter('button', join.ask);
    await reader.isTold(filled(join.asked, { name: 'Astrid' }));
    await expect(page.getByRole('main')).toBeFocused();
    await letInByCalls(host, joining.account.uid);
    await expect(page.getByRole('button', { name: join.join })).toBeVisible();
    await reader.isTold(filled(join.approved, { name: 'Astrid' }));
  });

  await test.step('the question who it is closes by Escape, and nothing has moved', async () => {
    await reader.enter('button', join.join);
    await reader.arrives('heading', account.proof.title);
    await reader.press('Escape');
    await reader.arrives('button', join.join);
  });

  await test.step('joins', async () => {
    await reader.press('Enter');
    await reader.arrives('heading', account.proof.title);
    await reader.to('textbox', account.proof.password);
    await page.keyboard.type(PASSWORD);
    await reader.press('Enter');
    await reader.isTold(join.done);
    await reader.arrives('heading', common.nav.dashboard);
  });
  expect(reader.violations, reader.log.join('\n')).toEqual([]);
});
