import { expect, test } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { OPS_PER_REQUEST } from '#domain/protocol/sync.ts';
import { type HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp } from '#tests/support/server/app.ts';

const app = shareApp();

const aChild = () => ({ child: newId(), name: 'Kim', birthDate: '2018-05-04' });

/** Sends many commands in full requests. Returns the codes of those that were refused. */
async function sendAll(phone: HouseholdOnPhone, many: number, makeOp: () => ReturnType<typeof phone.op>) {
  const refused = new Set<string>();
  for (let sent = 0; sent < many; sent += OPS_PER_REQUEST) {
    const ops = Array.from({ length: Math.min(OPS_PER_REQUEST, many - sent) }, makeOp);
    const { outcomes } = await phone.sync({ ops });
    for (const one of outcomes) if (one.result === 'refused') refused.add(one.refusal.code);
  }
  return [...refused];
}

test('children are refused at their limit across requests and in one, and a removed one makes room', async () => {
  const [phone, other] = [await registerHousehold(app().url), await registerHousehold(app().url, 'Nguyen')];
  expect(await sendAll(phone, LIMITS.children - 1, () => phone.op('addChild', aChild()))).toEqual([]);
  const last = phone.op('addChild', aChild());
  const { outcomes } = await phone.sync({ ops: [last, phone.op('addChild', aChild())] });
  expect(outcomes).toMatchObject([{ result: 'done' }, { refusal: { code: 'too-many-children' } }]);
  const before = await phone.documents();
  expect(await phone.run('addChild', aChild())).toMatchObject({ refusal: { code: 'too-many-children' } });
  expect(await phone.documents()).toEqual(before);
  await phone.run('deleteChild', { child: (last.args as { child: string }).child });
  expect(await phone.run('addChild', aChild())).toMatchObject({ result: 'done' });
  expect(await other.run('addChild', aChild())).toMatchObject({ result: 'done' });
});

test('friends and guests share a limit, counted without those of a removed child, and the rest goes on', async () => {
  const phone = await registerHousehold(app().url);
  const [kim, olle] = [await phone.addChild(), await phone.addChild('Olle')];
  const ella = await phone.addFriend(kim);
  await phone.addGuest(olle);
  const add = (child: string) =>
    phone.op('addFriend', { child, friend: newId(), name: 'Noa', parentPhone: '070-1' });
  expect(await sendAll(phone, 300, () => add(olle))).toEqual([]);
  expect(await sendAll(phone, LIMITS.visitors - 302, () => add(kim))).toEqual([]);
  const code = 'too-many-visitors';
  expect(await sendAll(phone, 1, () => add(kim))).toEqual([code]);
  const nils = { child: kim, guest: newId(), name: 'Nils', parentUserId: 'farmor' };
  expect(await phone.run('addGuest', nils)).toMatchObject({ refusal: { code } });
  expect(await phone.run('checkIn', ella)).toMatchObject({ result: 'done' });
  expect(await phone.run('checkOut', ella)).toMatchObject({ result: 'done' });
  expect(await phone.run('deleteChild', { child: olle })).toMatchObject({ result: 'done' });
  expect(await sendAll(phone, 301, () => add(kim))).toEqual([]);
  expect(await sendAll(phone, 1, () => add(kim))).toEqual([code]);
});

test('check-ins are refused while as many as can be are here, and a check-out makes room', async () => {
  const phone = await registerHousehold(app().url);
  const child = await phone.addChild();
  const friends = Array.from({ length: LIMITS.openVisits + 1 }, newId);
  const refs = friends.map((visitor) => ({ child, kind: 'friend', visitor }) as const);
  const add = [...friends];
  const name = { child, name: 'Ella', parentPhone: '070-1' };
  await sendAll(phone, friends.length, () => phone.op('addFriend', { ...name, friend: add.pop() ?? '' }));
  const arriving = refs.slice(1);
  expect(
    await sendAll(phone, LIMITS.openVisits, () => phone.op('checkIn', arriving.pop() ?? ({} as never))),
  ).toEqual([]);
  const [late, first] = refs;
  if (!late || !first) throw new Error('there are two');
  expect(await phone.run('checkIn', late)).toMatchObject({ refusal: { code: 'too-many-open-visits' } });
  expect(await phone.run('checkIn', first)).toMatchObject({ result: 'done', since: expect.any(String) });
  expect(await phone.run('checkOut', first)).toMatchObject({ result: 'done' });
  expect(await phone.run('checkIn', late)).toMatchObject({ result: 'done' });
});
