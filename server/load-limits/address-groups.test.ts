import { expect, test } from 'vitest';
import { addressGroups, loggedAddress } from './address-groups.ts';

const groupsOf = (ip: string | undefined) => addressGroups(ip).map(({ group }) => group);

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['203.0.113.7:50123', ['203.0.113.7']],
  ['::ffff:203.0.113.7', ['203.0.113.7']],
  ['::FFFF:cb00:7107', ['203.0.113.7']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/56', '2001:db8:1::/48']],
  ['2001:db8:1:2::', ['2001:db8:1:2::/64', '2001:db8:1::/56', '2001:db8:1::/48']],
  ['2001:0DB8:0001:0002:ffff::1', ['2001:db8:1:2::/64', '2001:db8:1::/56', '2001:db8:1::/48']],
  ['[2001:db8:1:2::1]:443', ['2001:db8:1:2::/64', '2001:db8:1::/56', '2001:db8:1::/48']],
  ['[2001:db8:1:2::1]', ['2001:db8:1:2::/64', '2001:db8:1::/56', '2001:db8:1::/48']],
  ['[::ffff:203.0.113.7]:443', ['203.0.113.7']],
  ['0:0:0:0:0:ffff:0.0.0.1', ['0.0.0.1']],
  ['2001:db8::7', ['2001:db8::/64', '2001:db8::/56', '2001:db8::/48']],
  ['2001:db8:1:2fff::1', ['2001:db8:1:2fff::/64', '2001:db8:1:2f00::/56', '2001:db8:1::/48']],
  ['::1', ['::/64', '::/56', '::/48']],
  ['fe80::1%eth0', ['fe80::/64', 'fe80::/56', 'fe80::/48']],
  ['[fe80::1%eth0]:443', ['fe80::/64', 'fe80::/56', 'fe80::/48']],
  ['unknown', ['none']],
  ['unknown:80', ['none']],
  ['203.0.113.999', ['none']],
  ['', ['none']],
  [undefined, ['none']],
])('%s counts as %j', (ip, groups) => {
  expect(groupsOf(ip)).toEqual(groups);
});

test('an IPv4 address has one group, and an IPv6 /48 network eight times the limit of its /64', () => {
  expect(addressGroups('203.0.113.7').map(({ factor }) => factor)).toEqual([1]);
  expect(addressGroups('2001:db8::7').map(({ factor }) => factor)).toEqual([1, 8, 8]);
});

test.each([
  ['203.0.113.7:50123', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::7', '2001:db8::/64'],
  ['2001:db8:1:2fff::1', '2001:db8:1:2fff::/64'],
  ['::1', '::/64'],
  ['<script>', 'none'],
  [undefined, 'none'],
])('%s stands in the log as %s', (ip, logged) => {
  expect(loggedAddress(ip)).toBe(logged);
});
