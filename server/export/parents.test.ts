import * as v from 'valibot';
import { expect, test } from 'vitest';
import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { exportSchema } from '#domain/protocol/export.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { done, hashOf, invite, twoParents } from '#tests/support/people/two-parents.ts';
import { startApp } from '#tests/support/server/app.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { get } from '#tests/support/server/http.ts';

const exportOf = async ({ url, cookie }: HouseholdOnPhone) => {
  const { body } = await get(url, EXPORT_PATHS.everything, { cookie });
  return { text: JSON.stringify(body), parsed: v.parse(exportSchema, body) };
};

test('the export of one parent holds nothing of the other account but the name, nor the hash of an invitation', async () => {
  const app = await startApp();
  const { anna, bo } = await twoParents(app.url);
  const asking = await registerHousehold(app.url, 'Holm');
  const secret = await invite(bo);
  await done(asking, 'askToJoin', { invitation: secret });
  const ella = await anna.addFriend(await anna.addChild('Kim'), 'Ella');
  await anna.run('checkIn', ella);
  const { text, parsed } = await exportOf(anna);
  expect(parsed.parents?.map(({ name }) => name)).toEqual(['Astrid Lind', 'Astrid Berg']);
  expect(parsed.invitations).toMatchObject([{ by: 'Astrid Berg' }]);
  expect(parsed.visits).toHaveLength(1);
  for (const theirs of [bo.account.email, bo.account.uid, hashOf(secret), secret]) {
    expect(text).not.toContain(theirs);
  }
  for (const strange of [asking.account.uid, asking.account.email, 'Holm'])
    expect(text).not.toContain(strange);
  const other = await exportOf(bo);
  expect(other.text).not.toContain(anna.account.email);
  expect(other.parsed.children.map(({ name }) => name)).toEqual(['Kim']);
  const host = await framme(app.place, 'export', anna.account.email);
  expect(v.parse(exportSchema, JSON.parse(host.stdout)).parents).toEqual(parsed.parents);
  expect(host.stdout).not.toContain(bo.account.email);
});

test('deleting one of two accounts leaves the family to the other, and nothing of the deleted one', async () => {
  const app = await startApp();
  const { anna, bo } = await twoParents(app.url);
  await bo.addChild('Kim');
  expect((await bo.deleteAccount()).status).toBe(200);
  const documents = JSON.stringify([...(await anna.documents())]);
  expect(documents).toContain('Kim');
  expect(documents).not.toContain(bo.account.email);
  expect((await done(anna, 'parents', {})).parents).toHaveLength(1);
  expect((await exportOf(anna)).text).not.toContain('Berg');
  expect(await framme(app.place, 'verify')).toMatchObject({ code: 0 });
});

test('the host deletes one parent of two: the family stays with the other, who hears of it', async () => {
  const app = await startApp();
  const { anna, bo } = await twoParents(app.url);
  await bo.addChild('Kim');
  const { cursor } = await anna.sync();
  const { email } = bo.account;
  const { code, stdout } = await framme(app.place, 'delete', email, '--yes');
  expect([code, stdout]).toEqual([
    0,
    `The account of ${email} was deleted. Its family stays with its other parents.\n`,
  ]);
  const { changes, cursor: version } = await anna.sync({ cursor });
  expect(changes).toEqual([{ path: `profiles/${bo.account.uid}`, version }]);
  expect(version).toBeGreaterThan(cursor);
  expect(await framme(app.place, 'verify')).toMatchObject({ code: 0 });
  expect((await bo.trySync()).status).toBe(401);
});
