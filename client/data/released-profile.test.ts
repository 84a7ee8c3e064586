import { expect, test } from 'vitest';
import { releasedPhone } from '#tests/support/phone/released-phone.ts';

test('a browser profile of version 0.1.0 opens without a network, with all unsent taps', async () => {
  const phone = await releasedPhone('browser-profile-0.1.0');
  const tab = phone.openTab();
  await tab.data.ready;
  await expect.poll(() => tab.home.view().state).toBe('loaded');
  const { children, profile, history, waiting } = tab.home.view();
  const statuses = children.flatMap(({ friends, guests }) =>
    [...friends, ...guests].map(({ name, status, row }) => [name, status, row]),
  );
  expect(profile).toMatchObject({ username: 'maja.lind', language: 'sv' });
  expect(statuses).toHaveLength(3);
  expect(statuses).toEqual(
    expect.arrayContaining([
      ['Ella Lind', 'in', 'confirmed'],
      ['Åke Öst', 'in', 'waiting'],
      ['Gustav', 'in', 'waiting'],
    ]),
  );
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
