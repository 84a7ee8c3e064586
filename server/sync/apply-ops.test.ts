import { expect, test } from 'vitest';
import type { Friend } from '#domain/documents.ts';
import { childPath, friendPath, visitorPath, visitPath } from '#domain/paths.ts';
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

test('a child that is added and deleted in one request leaves only its tombstone', async () => {
  const phone = await registerHousehold(app().url);
  const { cursor } = await phone.sync();
  const [child, friend] = [newId(), newId()];
  const { outcomes } = await phone.sync({
    ops: [
      phone.op('addChild', { child, name: 'Olle', birthDate: '2017-01-01' }),
      phone.op('addFriend', { child, friend, name: 'Noa', parentPhone: '070-1' }),
      phone.op('deleteChild', { child }),
    ],
  });
  const { changes, cursor: version } = await phone.sync({ cursor });
  expect(changes).toEqual([{ path: childPath(child), version }]);
  expect(outcomes[2]).toMatchObject({ version });
  expect(await phone.run('addChild', { child, name: 'Olle', birthDate: '2017-01-01' })).toMatchObject({
    refusal: { code: 'id-taken' },
  });
});

test('only an unambiguous phone number gets its international form', async () => {
  const phone = await registerHousehold(app().url);
  const child = await phone.addChild();
  const numbers = ['070-123 45 67', '0046 70 1234567', '123', '+1 (212) 555-0100', '090-000'];
  const forms = [];
  for (const parentPhone of numbers) {
    const ref = await phone.addFriend(child, 'Noa', parentPhone);
    forms.push(((await phone.documents()).get(visitorPath(ref)) as Friend).parentPhoneE164);
  }
  expect(forms.slice(0, 3)).toEqual(['+46701234567', '+46701234567', undefined]);
  expect(forms[4]).toBeUndefined();
});

test('a number is read by the server as a phone dials it, and two of them are none', async () => {
  const phone = await registerHousehold(app().url);
  const child = await phone.addChild();
  const friend = async (parentPhone: string) => {
    const ref = await phone.addFriend(child, 'Noa', parentPhone);
    return (await phone.documents()).get(visitorPath(ref)) as Friend;
  };
  for (const [typed, stored = typed] of [
    ['(+46) 70-123 45 67'],
    ['+46 (070) 123 45 67'],
    ['\u202a+46\u00a070\u2011123 45 67\u202c', '+46 70-123 45 67'],
  ] as const)
    expect(await friend(typed)).toMatchObject({ parentPhone: stored, parentPhoneE164: '+46701234567' });
  const { parentPhone, parentPhoneE164 } = await friend('070-1234567/073-7654321');
  expect([parentPhone, parentPhoneE164]).toEqual(['070-1234567/073-7654321', undefined]);
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
