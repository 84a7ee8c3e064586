import * as v from 'valibot';
import { expect, test } from 'vitest';
import { visitorPath } from '#domain/paths.ts';
import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { exportSchema } from '#domain/protocol/export.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { minute, NOON } from '#tests/support/people/stored-family.ts';
import { askFor } from '#tests/support/people/stored-following.ts';
import { twoParents } from '#tests/support/people/two-parents.ts';
import { startApp } from '#tests/support/server/app.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { get } from '#tests/support/server/http.ts';

const textOf = async ({ url, cookie }: HouseholdOnPhone) =>
  JSON.stringify((await get(url, EXPORT_PATHS.everything, { cookie })).body);
const partOf = (text: string) => {
  const { followers, following } = v.parse(exportSchema, JSON.parse(text));
  return { followers, following };
};

test('both sides export who follows whom: names and times, of the other household no id, and no name before the yes', async () => {
  const app = await startApp();
  const host = await registerHousehold(app.url, 'Nguyen');
  const { anna, bo } = await twoParents(app.url);
  const third = await registerHousehold(app.url, 'Holm');
  const child = await host.addChild('Kim');
  const [ella, nils] = [await host.addFriend(child, 'Ella Lind'), await host.addGuest(child, 'Nils')];
  const { household } = host.account;
  const ask = async (ref: typeof ella | typeof nils, name: string, askedAt: string) =>
    (await askFor(app.store, { household, visitor: visitorPath(ref) }, anna.account, { name, askedAt })).id;
  const agreed = await ask(ella, 'Ella', NOON);
  await app.store.refuseFollower(household, await ask(nils, 'Nils', minute(1)), minute(3));
  await app.store.agreeToFollower(household, agreed, { at: minute(2), name: 'Ella' }, 3);

  const parents = ['Astrid Lind', 'Astrid Berg'];
  const ofHost = await textOf(host);
  expect(partOf(ofHost)).toEqual({
    followers: [
      {
        ...{ visitor: ella.visitor, name: 'Ella', parents: expect.arrayContaining(parents) },
        ...{ askedAt: NOON, agreedAt: minute(2), linkMadeAt: NOON, refusedAt: null },
      },
      expect.objectContaining({
        ...{ visitor: nils.visitor, name: 'Nils', askedAt: minute(1), agreedAt: null, refusedAt: minute(3) },
      }),
    ],
    following: [],
  });
  for (const { account } of [anna, bo])
    for (const theirs of [account.uid, account.household, account.email, agreed])
      expect(ofHost).not.toContain(theirs);
  const ofHome = await textOf(bo);
  expect(partOf(ofHome)).toEqual({
    followers: [],
    following: [
      { name: 'Ella', askedAt: NOON, agreedAt: minute(2), linkMadeAt: NOON, refusedAt: null },
      { name: null, askedAt: minute(1), agreedAt: null, linkMadeAt: NOON, refusedAt: minute(3) },
    ],
  });
  for (const theirs of [household, host.account.uid, ella.visitor, child, agreed, 'Nils', 'Nguyen', 'Kim'])
    expect(ofHome).not.toContain(theirs);
  expect(partOf(await textOf(third))).toEqual({ followers: [], following: [] });
  const byHost = await framme(app.place, 'export', host.account.email);
  expect(partOf(byHost.stdout)).toEqual(partOf(ofHost));
});
