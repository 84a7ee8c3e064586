import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { annasFamily, type Family, quiet, row } from '#tests/support/phone/family.ts';
import type { Tab } from '#tests/support/phone/phone.ts';
import { seed } from '#tests/support/seed.ts';

type Step =
  | { do: 'checkIn' | 'checkOut' | 'tapUnawaited'; tab: number }
  | { do: 'undo'; tab: number }
  | { do: 'reload' | 'kill' | 'loseConnections' | 'wake'; tab: number }
  | { do: 'network'; fault: 'request-lost' | 'reply-lost' | 'none' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('checkIn', 'checkOut', 'tapUnawaited'), tab: fc.nat(1) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo'), tab: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('reload', 'kill', 'loseConnections', 'wake'),
      tab: fc.nat(1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('network'),
      fault: fc.constantFrom('request-lost', 'reply-lost', 'none'),
    }),
  },
) as fc.Arbitrary<Step>;

test('after random faults every acknowledged tap is applied once, in order, and all views match the server', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 25 }),
      fc.boolean(),
      fc.boolean(),
      async (steps, hasLocks, hasStreams) => {
        const family = await annasFamily();
        const { server, phone, tab, serverHousehold } = family;
        serverHousehold.changesPerPage = 2;
        phone.hasLocks = hasLocks;
        phone.hasStreams = hasStreams;
        const tabs: Tab[] = [tab.reload(), phone.openTab()];
        await quiet(...tabs);
        const acknowledged: string[] = [];
        for (const one of steps) await take(one, family, tabs, acknowledged);
        server.fault = () => undefined;
        await quiet(...tabs);
        const applied = serverHousehold.applied.map(({ op }) => op.op);
        expect(new Set(applied).size).toBe(applied.length);
        const refused = tabs[0]?.home.view().refused.map(({ op }) => op) ?? [];
        const settled = new Set([...applied, ...refused]);
        expect(acknowledged.filter((op) => !settled.has(op))).toEqual([]);
        const inOrder = acknowledged.filter((op) => applied.includes(op));
        expect(applied.filter((op) => inOrder.includes(op))).toEqual(inOrder);
        await vi.waitFor(() => {
          for (const view of tabs.map((each) => each.home.view())) expectAsServer(view, family);
        }, 15_000);
        for (const each of tabs) each.kill();
      },
    ),
    { numRuns: 40, seed },
  );
});

async function take(
  one: Step,
  { server, phone, ella }: Family,
  tabs: Tab[],
  acknowledged: string[],
): Promise<void> {
  if (one.do === 'network') {
    const { fault } = one;
    server.fault = () => (fault === 'none' ? undefined : fault);
    return;
  }
  const tab = tabs[one.tab];
  if (!tab) return;
  if (one.do === 'wake') tab.wake();
  if (one.do === 'loseConnections') tab.loseConnections();
  if (one.do === 'reload' || one.do === 'kill') {
    if (one.do === 'kill') tapUnawaited(tab, 'checkIn', ella);
    tab.kill();
    tabs[one.tab] = phone.openTab();
  }
  if (one.do === 'tapUnawaited') tapUnawaited(tab, 'checkOut', ella);
  if (one.do === 'checkIn' || one.do === 'checkOut') {
    const result = await tab.home.run(one.do, ella);
    if (result.done) acknowledged.push(result.op);
  }
  const undo = one.do === 'undo' ? row(tab.home.view(), ella)?.undo : undefined;
  if (undo) await tab.home.run('undo', undo);
}

/** Taps without awaiting the result; a killed tab never gets one. */
function tapUnawaited(tab: Tab, name: 'checkIn' | 'checkOut', ella: Family['ella']): void {
  tab.home.run(name, ella).catch((error) => {
    if (!tab.isDead) throw error;
  });
}

function expectAsServer(
  view: ReturnType<Tab['home']['view']>,
  { serverHousehold, ella, child }: Family,
): void {
  const friend = serverHousehold.get(`children/${child}/friends/${ella.visitor}` as never) as {
    status: string;
    timestamp?: string;
  };
  expect(row(view, ella)).toMatchObject({ status: friend.status, row: 'confirmed' });
  expect(row(view, ella)?.timestamp).toBe(friend.timestamp);
  const visits = serverHousehold
    .visits()
    .map(({ path, visit }) => [path.split('/').at(-1), visit.open, visit.arrived, visit.left]);
  const shown = view.history.map(({ visit, open, arrived, left }) => [visit, open, arrived, left]);
  expect(shown.toSorted(byId)).toEqual(visits.toSorted(byId));
}

function byId(a: unknown[], b: unknown[]): number {
  return String(a[0]) < String(b[0]) ? -1 : 1;
}
