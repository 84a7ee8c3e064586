import { type Defence, guarded } from './defence.ts';

const ADDRESS = 'server/auth/limits/address-groups.ts';

/** Rate limits by client address: its normal form, its networks, and the attempts counted for it. */
export const rateLimitDefences: readonly Defence[] = [
  guarded(
    'an address counts without the port that a proxy writes',
    [ADDRESS, 'return bracketed ?? plain ?? text;', 'return (bracketed ?? plain) === text ? text : text;'],
    ['server/auth/limits/forged-address.test.ts', 'an address counts without the port that a proxy writes'],
  ),
  guarded(
    'the networks of one /48 share a limit',
    [ADDRESS, "    { group: `${parts.slice(0, 3).join(':')}/48`, factor: FACTOR_48 },\n", ''],
    [
      'server/auth/limits/forged-address.test.ts',
      'the networks of one /48 share eight times the limit of one network',
    ],
  ),
  guarded(
    'an aborted request logs no error',
    [ADDRESS, "withoutPort(ip ?? '')", 'withoutPort(ip as string)'],
    ['server/auth/limits/aborted-request.test.ts', 'an aborted request is not logged as an error'],
  ),
  guarded(
    'log-ins by trusted browsers count towards the limit of their address',
    ['server/auth/endpoints/log-in.ts', ': limits.countTrustedAddress(request));', ': undefined);'],
    [
      'server/auth/limits/trusted-address.test.ts',
      'log-ins by trusted browsers from one address are limited to ten times those of untrusted ones',
    ],
  ),
  guarded(
    're-authentications count towards the limit of their address',
    ['server/auth/endpoints/reauthenticate.ts', 'await limits.countTrustedAddress(request);', ''],
    [
      'server/auth/limits/trusted-address.test.ts',
      're-authentications from one address are limited to ten times the untrusted log-ins',
    ],
  ),
  guarded(
    'an IPv4-mapped address counts as its IPv4 address',
    [ADDRESS, 'if (isMapped) return', 'if (isMapped && parts.length === 0) return'],
    ['server/auth/limits/address-groups.test.ts', '::ffff:203.0.113.7 counts as ["203.0.113.7"]'],
  ),
  guarded(
    'what is no address shares one limit',
    [ADDRESS, 'version === 4 ? address : NO_ADDRESS', '[4, 0].includes(version) ? address : NO_ADDRESS'],
    ['server/auth/limits/address-groups.test.ts', 'unknown counts as ["none"]'],
  ),
];
