import { expect, test } from 'vitest';
import { twoParents } from '#tests/support/people/two-parents.ts';
import { startApp, until } from '#tests/support/server/app.ts';

test("each parent's own switch rules the notices of their own taps", async () => {
  const app = await startApp();
  const { anna, bo } = await twoParents(app.url);
  const ella = await anna.addFriend(await anna.addChild('Kim'), 'Ella', '070-123 45 67');
  const profile = (await anna.documents()).get(`profiles/${anna.account.uid}`) as { updatedAt: string };
  expect(profile).toMatchObject({ notifications: true });
  const off = { firstName: 'Astrid', lastName: 'Lind', notifications: false, language: 'sv' } as const;
  expect((await anna.run('updateProfile', off)).result).toBe('done');
  await anna.run('checkIn', ella);
  await bo.run('checkOut', ella);
  await until(() => app.printed.length > 0);
  await anna.run('checkIn', ella);
  await bo.run('checkOut', ella);
  await until(() => app.printed.length > 1);
  const line = 'notice: "070-123 45 67" "Ella" out';
  expect(app.printed).toEqual([line, line]);
});

test("one parent changes nothing of the other's profile", async () => {
  const app = await startApp();
  const { anna, bo } = await twoParents(app.url);
  const profileOf = async (uid: string) => (await anna.documents()).get(`profiles/${uid}`);
  const before = await profileOf(anna.account.uid);
  const change = { firstName: 'Bo', lastName: 'Berg', notifications: false, language: 'en' } as const;
  await bo.run('updateProfile', change);
  expect(await profileOf(anna.account.uid)).toEqual(before);
  expect(await profileOf(bo.account.uid)).toMatchObject({ firstName: 'Bo', notifications: false });
});
