import { expect, test } from 'vitest';
import { dumpOf } from '#tests/support/phone/dump.ts';
import { releasedPhone } from '#tests/support/phone/released-phone.ts';

test('a browser profile of version 0.1.0 opens without a network, with all unsent taps', async () => {
  const phone = await releasedPhone('browser-profile-0.1.0');
  const tab = phone.openTab();
  await tab.data.ready;
  const statuses = () =>
    tab.home
      .view()
      .children.flatMap(({ friends, guests }) => [...friends, ...guests])
      .map(({ name, status, row }) => `${name} ${status} ${row}`)
      .toSorted();
  // A tap of the journal counts as 'storing' until the outbox has it.
  await expect.poll(statuses).toEqual(['Ella Lind in confirmed', 'Gustav in waiting', 'Åke Öst in waiting']);
  const { profile, history, waiting } = tab.home.view();
  expect(profile).toMatchObject({ username: 'maja.lind', language: 'sv' });
  expect(history.filter(({ open }) => open)).toHaveLength(3);
  expect(waiting).toBe(2);
});

test('a browser profile of version 0.1.0 sends the taps of its outbox and journal in order', async () => {
  const requests: unknown[] = [];
  const phone = await releasedPhone('browser-profile-0.1.0', requests);
  const tab = phone.openTab();
  await tab.data.ready;
  phone.isOnline = true;
  await expect.poll(() => tab.home.catchUp().then(() => requests.length)).toBeGreaterThan(0);
  expect(requests[0]).toMatchObject({
    household: '5a3dbd6n1jv1wysrhkgwewx498',
    device: 'bx6ek183p19mmqxeaf8afw0bg8',
    cursor: 6,
    ops: [
      { op: 'fm0xmhxt6dj2h9pmt70t385vqc', sequence: 6, name: 'checkIn' },
      { op: 'h81rdxebse5e9kft2cd3qvm6tw', sequence: 7, name: 'checkIn' },
    ],
  });
});

test('a browser profile of version 0.1.0 that another account has taken over keeps its unsent taps alone, and names them', async () => {
  const phone = await releasedPhone('browser-profile-0.1.0');
  expect(await dumpOf(phone)).toContain('maja@');
  const other = { uid: 'n'.repeat(26), household: 'h'.repeat(26), email: 'bo@example.org' };
  phone.stored.set('framme.account', JSON.stringify(other));
  const { data } = phone.openTab();
  await expect
    .poll(() => data.held.list.map(({ name, waiting }) => [name, waiting]))
    .toEqual([['m…@e….org', 2]]);
  expect(await dumpOf(phone)).not.toContain('maja@');
});
