import { expect, test } from 'vitest';
import type { CommandName } from '#domain/commands/catalogue.ts';
import { commands } from '#domain/commands/catalogue.ts';
import { type VisitorRef, visitPath } from '#domain/paths.ts';
import { ANSWERED_AT, argumentsOf } from '#tests/support/people/command-args.ts';
import { type HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp } from '#tests/support/server/app.ts';
import { codeOf } from '#tests/support/server/http.ts';
import { saveAsServer } from './save-as-server.ts';

const app = shareApp();

/** Two families on one server; the Lindgrens have a child, a friend who is in and a guest. */
async function twoFamilies() {
  const [lindgren, nguyen] = [
    await registerHousehold(app().url, 'Lindgren'),
    await registerHousehold(app().url, 'Nguyen'),
  ];
  const child = await lindgren.addChild();
  const ella = await lindgren.addFriend(child);
  const nils = await lindgren.addGuest(child);
  const tap = lindgren.op('checkIn', ella);
  await lindgren.sync({ ops: [tap] });
  await askToStay(lindgren, ella, tap.op);
  return { lindgren, nguyen, child, ella, nils, visit: tap.op };
}

/** The other family asks through a link whether the visitor can stay; for the commands of trips there is one too. */
async function askToStay({ account }: HouseholdOnPhone, { child }: VisitorRef, visit: string): Promise<void> {
  await app().store.transact(account.household, async (transaction) => {
    const path = visitPath(child, visit);
    const document = (await transaction.load([{ paths: [path] }])).get(path);
    if (!document) throw new Error('no visit');
    const answer = {
      code: 'stay' as const,
      until: new Date(Date.now() + 3_600_000).toISOString(),
      at: ANSWERED_AT,
    };
    const trip = { op: visit, startedAt: ANSWERED_AT, due: ANSWERED_AT, zone: 'UTC', by: account.uid };
    await saveAsServer(
      transaction,
      [{ path, document: { ...document, answer, trip } }],
      Date.parse(ANSWERED_AT),
      undefined,
    );
  });
}

const ownOnly = new Set<CommandName>(['addChild', 'updateProfile', 'keepVisits']);

const run = (phone: HouseholdOnPhone, name: CommandName, args: unknown) => phone.run(name, args as never);

test.each(Object.keys(commands) as CommandName[])(
  '%s with the ids of another household answers exactly as with unknown ids and changes nothing there',
  async (name) => {
    const { lindgren, nguyen, child, ella, nils, visit } = await twoFamilies();
    const theirs = { child, friend: ella.visitor, guest: nils.visitor, visit };
    const unknown = { child: newId(), friend: newId(), guest: newId(), visit: newId() };
    const before = await lindgren.documents();
    const [foreign, missing] = [
      await run(nguyen, name, argumentsOf[name](theirs)),
      await run(nguyen, name, argumentsOf[name](unknown)),
    ];
    const { op: _one, ...answer } = foreign;
    const { op: _other, ...expected } = missing;
    if (ownOnly.has(name)) expect(answer.result).toBe('done');
    else expect(answer).toEqual(expected);
    if (!ownOnly.has(name)) expect(answer).toMatchObject({ refusal: { code: 'not-found' } });
    expect(await lindgren.documents()).toEqual(before);
    expect(await run(lindgren, name, argumentsOf[name](theirs))).toMatchObject({ result: 'done' });
  },
);

// docs/sync.md: OP7
test('a sync without a session or for another household returns and applies nothing', async () => {
  const { lindgren, nguyen, ella } = await twoFamilies();
  const before = await lindgren.documents();
  const op = lindgren.op('checkOut', ella);
  const stranger = await nguyen.trySync({ household: lindgren.account.household, ops: [op] });
  expect([stranger.status, codeOf(stranger)]).toEqual([409, 'other-household']);
  expect(JSON.stringify(stranger.body)).not.toContain('changes');
  const cookie = lindgren.cookie;
  for (const none of ['', `framme=${'a'.repeat(43)}`]) {
    lindgren.cookie = none;
    const nobody = await lindgren.trySync({ ops: [op] });
    expect([nobody.status, codeOf(nobody)]).toEqual([401, 'not-signed-in']);
  }
  lindgren.cookie = cookie;
  expect(await lindgren.documents()).toEqual(before);
  expect((await lindgren.sync({ ops: [op] })).outcomes).toMatchObject([{ result: 'done' }]);
  expect(app().log.text).not.toContain('"level":50');
});

test('a sync for an unknown household is answered like one for another household', async () => {
  const { lindgren, nguyen } = await twoFamilies();
  const unknown = await nguyen.trySync({ household: newId() });
  const theirs = await nguyen.trySync({ household: lindgren.account.household });
  expect([unknown.status, unknown.body]).toEqual([theirs.status, theirs.body]);
});

test('a guest can have any user id, and the answer does not reveal whether it exists', async () => {
  const { lindgren, nguyen, child } = await twoFamilies();
  const add = async (parentUserId: string) => {
    const args = { child, guest: newId(), name: 'Nils', parentUserId };
    const { op: _op, ...outcome } = await lindgren.run('addGuest', args);
    return outcome.result;
  };
  expect(await add(nguyen.account.uid)).toBe('done');
  expect(await add(newId())).toBe('done');
});
