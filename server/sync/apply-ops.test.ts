import { expect, test } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { friendPath, visitPath } from '#domain/paths.ts';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp, startApp } from '#tests/support/server/app.ts';

const app = shareApp();

// docs/sync.md: OP3
test('ops of one request build on each other', async () => {
  const phone = await registerHousehold(app().url);
  const [child, friend] = [newId(), newId()];
  const ref = { child, kind: 'friend', visitor: friend } as const;
  const people = [
    phone.op('addChild', { child, name: 'Olle', birthDate: '2017-01-01' }),
    phone.op('addFriend', { child, friend, name: 'Noa', parentPhone: '+46 70 123 45 67' }),
  ];
  const arrive = phone.op('checkIn', ref);
  const ops = [
    ...people,
    arrive,
    phone.op('undo', { ...ref, visit: arrive.op, undoes: arrive.op }),
    phone.op('checkIn', ref),
    phone.op('checkOut', ref),
  ];
  const { outcomes } = await phone.sync({ ops });
  expect(outcomes.map((outcome) => outcome.result)).toEqual(Array(6).fill('done'));
  const versions = outcomes.map((outcome) => (outcome.result === 'done' ? outcome.version : 0));
  expect(versions).toEqual(ops.map((_op, at) => (versions[0] ?? 0) + at));
  expect(versions[0]).toBeLessThanOrEqual(Date.now());
  const documents = await phone.documents();
  expect(documents.get(visitPath(child, ops[4]?.op ?? ''))).toMatchObject({
    open: false,
    visitor: { name: 'Noa' },
  });
  expect([...documents.keys()].filter((path) => path.includes('/visits/'))).toHaveLength(1);
  expect(documents.get(friendPath(child, friend))).toMatchObject({
    status: 'out',
    parentPhone: '+46 70 123 45 67',
    parentPhoneE164: '+46701234567',
  });
});

// docs/sync.md: OP4
test('an op whose rule crashes is logged and refused without a stored outcome, and earlier ops are kept', async () => {
  let isBroken = true;
  const broken = await startApp({
    change: () => ({
      e164: (typed) => {
        if (isBroken) throw new TypeError(`cannot read ${typed}`);
        return undefined;
      },
    }),
  });
  const phone = await registerHousehold(broken.url);
  const [child, friend] = [newId(), newId()];
  const ops = [
    phone.op('addChild', { child, name: 'Olle', birthDate: '2017-01-01' }),
    phone.op('addFriend', { child, friend, name: 'Noa', parentPhone: '070-123' }),
    phone.op('checkIn', { child, kind: 'friend', visitor: friend }),
  ];
  const { outcomes } = await phone.sync({ ops });
  expect(outcomes).toEqual([
    { op: ops[0]?.op, result: 'done', version: (await phone.sync()).cursor },
    { op: ops[1]?.op, result: 'refused', refusal: { code: 'failed' } },
  ]);
  expect(broken.log.text).toMatch(/"level":50.*"command":"addFriend".*TypeError/);
  expect(broken.log.text).not.toContain('070-123');
  isBroken = false;
  const again = await phone.sync({ ops });
  expect(again.outcomes.map(({ result }) => result)).toEqual(['done', 'done', 'done']);
  expect((await phone.documents()).has(visitPath(child, ops[2]?.op ?? ''))).toBe(true);
});

test('children are refused at their limit across requests and in one, and a removed one makes room', async () => {
  const [phone, other] = [await registerHousehold(app().url), await registerHousehold(app().url, 'Nguyen')];
  const aChild = () => ({ child: newId(), name: 'Kim', birthDate: '2018-05-04' });
  const first = Array.from({ length: LIMITS.children - 1 }, () => phone.op('addChild', aChild()));
  const full = await phone.sync({ ops: first });
  expect(full.outcomes.filter(({ result }) => result !== 'done')).toEqual([]);
  const last = aChild();
  const ops = [phone.op('addChild', last), phone.op('addChild', aChild())];
  const { outcomes } = await phone.sync({ ops });
  expect(outcomes).toMatchObject([{ result: 'done' }, { refusal: { code: 'too-many-children' } }]);
  const before = await phone.documents();
  expect(await phone.run('addChild', aChild())).toMatchObject({ refusal: { code: 'too-many-children' } });
  expect(await phone.documents()).toEqual(before);
  await phone.run('deleteChild', { child: last.child });
  for (const one of [phone, other])
    expect(await one.run('addChild', aChild())).toMatchObject({ result: 'done' });
});
