import { expect, test } from 'vitest';
import { PROTOCOL } from '#domain/protocol/calls.ts';
import { formerPhone } from '#tests/support/phone/former-phone.ts';
import { dumpOf } from '#tests/support/phone/phone-backup.ts';

test('a browser profile of version 0.1.0 opens without a network, with all unsent taps', async () => {
  const phone = await formerPhone('browser-profile-0.1.0');
  const tab = phone.openTab();
  await tab.data.ready;
  const statuses = () =>
    tab.home
      .view()
      .children.flatMap(({ friends, guests }) => [...friends, ...guests])
      .map(({ name, status, row }) => `${name} ${status} ${row}`)
      .toSorted();
  // A tap of the journal counts as 'storing' until the outbox has it.
  await expect.poll(statuses).toEqual(['Ella in confirmed', 'Gustav in waiting', 'Åke in waiting']);
  const { profile, history, waiting } = tab.home.view();
  expect(profile).toMatchObject({ username: 'a.b', language: 'sv' });
  expect(history.filter(({ open }) => open)).toHaveLength(3);
  expect(waiting).toBe(2);
});

test('a browser profile of version 0.1.0 sends the taps of its outbox and journal in order', async () => {
  const requests: unknown[] = [];
  const phone = await formerPhone('browser-profile-0.1.0', requests);
  const tab = phone.openTab();
  await tab.data.ready;
  phone.isOnline = true;
  await expect.poll(() => tab.home.syncNow().then(() => requests.length)).toBeGreaterThan(0);
  expect(requests[0]).toMatchObject({
    protocol: PROTOCOL,
    household: 'brrh2kn6yc5mnthaw01p1jk8gw',
    device: '9k2gnyp696fvqt114xeqtt7f7g',
    cursor: 6,
    ops: [
      { op: '01m8ag36zvfs450881fcvx9hbh', sequence: 6, name: 'checkIn' },
      { op: '01m8ag372w74w2j8k22v8bbx69', sequence: 7, name: 'checkIn' },
    ],
  });
});

test('a browser profile of version 0.1.0 that another account has taken over keeps its unsent taps alone, and names them', async () => {
  const phone = await formerPhone('browser-profile-0.1.0');
  expect(await dumpOf(phone)).toContain('anna@');
  const other = { uid: 'n'.repeat(26), household: 'h'.repeat(26), email: 'bo@example.org' };
  phone.stored.set('framme.account', JSON.stringify(other));
  const { data } = phone.openTab();
  await expect
    .poll(() => data.otherAccounts.list.map(({ name, waiting }) => [name, waiting]))
    .toEqual([['a…@e….org', 2]]);
  expect(await dumpOf(phone)).not.toContain('anna@');
});
