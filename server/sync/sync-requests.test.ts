import { expect, test } from 'vitest';
import { PROTOCOL } from '#domain/protocol/calls.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { shareApp } from '#tests/support/server/app.ts';
import { codeOf } from '#tests/support/server/http.ts';

const app = shareApp();
const anOp = { op: 'a'.repeat(10), sequence: 1, name: 'undo', args: {}, tappedAt: 1, zone: 'UTC' };

test.each([
  [{ protocol: 0 }, 409, 'page-too-old'],
  [{ protocol: 1 }, 409, 'page-too-old'],
  [{ protocol: PROTOCOL + 1 }, 409, 'page-too-new'],
  [{ protocol: PROTOCOL + 1, device: 'of another form' }, 409, 'page-too-new'],
  [{ protocol: PROTOCOL + 0.5 }, 400, 'invalid-request'],
  [{ protocol: String(PROTOCOL) }, 400, 'invalid-request'],
])('a page that speaks %j gets %i %s', async (spoken, status, code) => {
  const phone = await registerHousehold(app().url);
  const answer = await phone.trySync(spoken as never);
  expect([answer.status, codeOf(answer)]).toEqual([status, code]);
});

test.each([
  ['cursor', -1],
  ['cursor', 1.5],
  ['cursor', 2 ** 60],
  ['cursor', '1'],
  ['household', '../../etc'],
  ['device', 'short'],
  ['device', 'x'.repeat(41)],
  ['deviceNow', -1],
  ['deviceNow', 1e18],
  ['history.start', { start: 'yesterday', path: 'x' }],
  ['history.path', { start: '2026-05-04T12:00:00.000Z', path: 'x'.repeat(201) }],
  ['ops', {}],
  ['ops', Array.from({ length: 101 }, () => anOp)],
  ['ops.0.op', [{ ...anOp, op: 'A' }]],
  ['ops.0.sequence', [{ ...anOp, sequence: 0 }]],
  ['ops.0.name', [{ ...anOp, name: 'x'.repeat(41) }]],
  ['ops.0.tappedAt', [{ ...anOp, tappedAt: 'now' }]],
  ['ops.0.zone', [{ ...anOp, zone: 'a b' }]],
])('a bad %s is named (%#)', async (field, value) => {
  const phone = await registerHousehold(app().url);
  const answer = await phone.trySync({ [field.split('.')[0] ?? '']: value } as never);
  expect(answer.body).toMatchObject({ error: { code: 'invalid-request', field } });
  expect(answer.status).toBe(400);
});

test.each(['', 'toString', '__proto__', 'constructor', 'hasOwnProperty', 'addchild'])(
  'the command %j is unknown',
  async (name) => {
    const phone = await registerHousehold(app().url);
    const { outcomes } = await phone.sync({ ops: [{ ...phone.op('undo', {} as never), name }] });
    expect(outcomes).toMatchObject([{ refusal: { code: 'unknown-command' } }]);
  },
);

test('a zone that nobody knows is stored as UTC, and its tap counts', async () => {
  const phone = await registerHousehold(app().url);
  const ella = await phone.addFriend(await phone.addChild());
  const zones = ['Mars/Crater', 'Asia/Kolkata', 'Asia/Calcutta', 'Europe/Stockholm'];
  for (const zone of zones) {
    await phone.run('checkIn', ella, { zone });
    await phone.run('checkOut', ella, { zone });
  }
  const stored = [...(await phone.documents()).values()].flatMap((document) =>
    'arrived' in document ? [document.arrived?.zone] : [],
  );
  expect(stored.toSorted()).toEqual(['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Stockholm', 'UTC']);
});
