import { expect, test } from 'vitest';
import type { Activity } from '#domain/protocol/account-calls.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { get } from '#tests/support/server/http.ts';
import { securityLines } from '#tests/support/server/security-lines.ts';

const FEW = { env: { NOTICES_PER_DAY: '30' } };

/** Checks a friend in and out, again and again, in one request. */
async function tapOften(
  phone: HouseholdOnPhone,
  friend: Parameters<HouseholdOnPhone['run']>[1],
  times: number,
) {
  const ops = Array.from({ length: times }, (_, i) =>
    phone.op(i % 2 === 0 ? 'checkIn' : 'checkOut', friend as never),
  );
  const { outcomes } = await phone.sync({ ops });
  expect(outcomes.every(({ result }) => result === 'done')).toBe(true);
}

async function withheldOf({ url, cookie }: HouseholdOnPhone): Promise<number[]> {
  const { activity } = (await get(url, '/api/activity', { cookie })).body as { activity: Activity[] };
  return activity.filter(({ event }) => event === 'notices-withheld').map(({ times }) => times);
}

test('a flood of taps is stored, sends notices up to the cap of a recipient, and the parent is told of the rest', async () => {
  const app = await startApp(FEW);
  const [phone, other] = [await registerHousehold(app.url), await registerHousehold(app.url, 'Nguyen')];
  const ella = await phone.addFriend(await phone.addChild(), 'Ella', '070-1');
  const nils = await other.addFriend(await other.addChild(), 'Nils', '070-2');
  await tapOften(phone, ella, 12);
  await tapOften(other, nils, 1);
  await until(() => app.printed.some((line) => line.includes('070-2')));
  expect(app.printed.filter((line) => line.includes('070-1'))).toHaveLength(3);
  expect(await withheldOf(phone)).toEqual([9]);
  expect(await withheldOf(other)).toEqual([]);
  const lines = securityLines(app).filter(({ event }) => event === 'notices-withheld');
  expect(lines).toMatchObject([{ outcome: 'limited', account: expect.stringMatching(/^[\w-]{16}$/) }]);
  app.clock.ahead = 25 * 3_600_000;
  await tapOften(phone, ella, 1);
  await until(() => app.printed.filter((line) => line.includes('070-1')).length === 4);
});

test('undoing a tap whose notice was withheld sends nothing', async () => {
  const app = await startApp(FEW);
  const phone = await registerHousehold(app.url);
  const ella = await phone.addFriend(await phone.addChild(), 'Ella', '070-1');
  const alva = await phone.addFriend(ella.child, 'Alva', '070-1');
  await tapOften(phone, ella, 3);
  await until(() => app.printed.length === 3);
  const tap = phone.op('checkIn', alva);
  await phone.sync({ ops: [tap] });
  expect(await phone.run('undo', { ...alva, visit: tap.op, undoes: tap.op })).toMatchObject({
    result: 'done',
  });
  const nils = await phone.addFriend(ella.child, 'Nils', '070-2');
  await tapOften(phone, nils, 1);
  await until(() => app.printed.some((line) => line.includes('Nils')));
  expect(app.printed).toHaveLength(4);
});

test('an op that a size of the family refuses is a line of the log', async () => {
  const app = await startApp();
  const phone = await registerHousehold(app.url);
  for (let i = 0; i < 50; i++) await phone.addChild(`Barn ${i}`);
  await expect(phone.addChild('Ett till')).rejects.toThrow('too-many-children');
  await app.stop();
  expect(securityLines(app).filter(({ event }) => event === 'quota')).toMatchObject([{ outcome: 'limited' }]);
});

test('taps beyond the rate of a household are a line of the log', async () => {
  const app = await startApp({ env: { OPS_PER_MINUTE: '100', OPS_PER_DAY: '100' } });
  const phone = await registerHousehold(app.url);
  const child = await phone.addChild();
  const ops = Array.from({ length: 100 }, () => phone.op('deleteChild', { child }));
  expect((await phone.trySync({ ops })).status).toBe(429);
  await app.stop();
  expect(securityLines(app).filter(({ event }) => event === 'quota')).toMatchObject([{ outcome: 'limited' }]);
});
