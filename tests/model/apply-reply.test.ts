import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gate } from '#tests/support/gate.ts';
import { annasFamily, row } from '#tests/support/phone/family.ts';

/** Applying a reply takes fewer turns of the event loop than this. */
const TURNS = 40;

// docs/sync.md: RP1
test('a tab killed at any moment of applying a reply leaves a row that still shows the tap', async () => {
  const found: string[] = [];
  for (let turns = 0; turns < TURNS; turns++) found.push(await statusAfterKill(turns));
  expect(found).toEqual(Array.from({ length: TURNS }, () => 'in'));
});

/** Taps, kills the tab some turns after the reply, and returns the row's status in a new offline tab. */
async function statusAfterKill(turns: number): Promise<string> {
  const { server, phone, tab, ella } = await annasFamily();
  const reply = gate();
  const asked = gate();
  server.beforeReply = async (path) => {
    if (path !== '/api/sync') return;
    asked.open();
    await reply.passed;
  };
  await tab.home.run('checkIn', ella);
  await asked.passed;
  reply.open();
  for (let i = 0; i < turns; i++) await turn();
  phone.isOnline = false;
  const next = tab.reload();
  await next.home.syncNow();
  const { status = 'gone' } = row(next.home.view(), ella) ?? {};
  next.kill();
  return status;
}
