import { expect, test } from 'vitest';
import { addressGroup } from './address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', addressGroup('::ffff:cb00:7107')],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2'],
  ['2001:db8::7', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s counts as %s', (ip, group) => {
  expect(addressGroup(ip)).toBe(group);
});

test('an IPv4 address written as IPv6 is no other than others of its kind', () => {
  expect(addressGroup('::ffff:203.0.113.7')).not.toBe(addressGroup('::ffff:203.0.113.8'));
  expect(addressGroup('2001:db8:1:2::1')).not.toBe(addressGroup('2001:db8:1:3::1'));
});
