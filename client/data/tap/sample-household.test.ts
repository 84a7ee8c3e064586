import { afterEach, expect, test, vi } from 'vitest';
import { sampleData } from './sample-household.ts';

const wilma = { child: 'samplechild1', kind: 'friend', visitor: 'samplefriend1' } as const;
const maja = { child: 'samplechild1', kind: 'friend', visitor: 'samplefriend2' } as const;

function openSample() {
  const people = [
    { child: wilma.child, host: 'Alma', visitor: wilma.visitor, name: 'Wilma', hereFor: 80 * 60_000 },
    { child: maja.child, host: 'Alma', visitor: maja.visitor, name: 'Maja', hereFor: undefined },
  ];
  const household = sampleData(people).household();
  if (!household) throw new Error('nobody is signed in');
  return household;
}

afterEach(() => void vi.unstubAllGlobals());

test('a sample begins with its people, here since the time they came', () => {
  const home = openSample();
  const [child] = home.view().children;
  expect(child).toMatchObject({ name: 'Alma', friends: [{ name: 'Wilma' }, { name: 'Maja' }] });
  const { status, timestamp = '' } = home.visitor(wilma) ?? {};
  expect([status, Math.round((Date.now() - Date.parse(timestamp)) / 60_000)]).toEqual(['in', 80]);
  expect(home.visitor(maja)).toMatchObject({ status: 'out', row: 'confirmed' });
});

test('a tap is decided by the rules, shown at once as done, and undone', async () => {
  const home = openSample();
  let changes = 0;
  home.subscribe(() => changes++);
  expect(await home.run('checkIn', maja)).toMatchObject({ done: true });
  expect(home.visitor(maja)).toMatchObject({ status: 'in', row: 'confirmed', hasVisited: true });
  expect([home.view().waiting, changes]).toEqual([0, 1]);
  expect(await home.run('checkIn', maja)).toMatchObject({ done: true, since: expect.any(String) });
  const { undo } = home.visitor(maja) ?? {};
  if (!undo) throw new Error('nothing to undo');
  await home.run('undo', undo);
  expect(home.visitor(maja)).toMatchObject({ status: 'out', hasVisited: false });
  expect(await home.run('checkIn', { ...maja, visitor: 'nobody00000' })).toMatchObject({ done: false });
});

test('a sample touches neither storage nor network', async () => {
  const refuse = () => {
    throw new Error('touched');
  };
  for (const name of ['fetch', 'indexedDB', 'localStorage', 'sessionStorage', 'BroadcastChannel'])
    vi.stubGlobal(name, new Proxy(refuse, { get: refuse }));
  const home = openSample();
  await home.run('checkOut', wilma);
  expect(home.visitor(wilma)?.status).toBe('out');
});
