import { type Defence, guarded } from './defence.ts';

const ADDRESS = 'server/auth/limits/address-groups.ts';

/** Rate limits by client address: its normal form, its networks, and the attempts counted for it. */
export const rateLimitDefences: readonly Defence[] = [
  guarded(
    'an address counts without the port that a proxy writes',
    [ADDRESS, 'return bracketed ?? plain ?? text;', 'return (bracketed ?? plain) === text ? text : text;'],
    [
      'server/auth/limits/forged-address.test.ts',
      'an address that a proxy writes with its port counts without it',
    ],
  ),
  guarded(
    'the networks of one /48 count together',
    [ADDRESS, "    { group: `${parts.slice(0, 3).join(':')}/48`, factor: FACTOR_48 },\n", ''],
    ['server/auth/limits/forged-address.test.ts', 'the networks of one /48 have eight times what one has'],
  ),
  guarded(
    'whoever hangs up fills no log with errors',
    [ADDRESS, "withoutPort(ip ?? '')", 'withoutPort(ip as string)'],
    [
      'server/auth/limits/aborted-request.test.ts',
      'whoever hangs up before they are counted is no fault of the server',
    ],
  ),
  guarded(
    'whoever has many accounts does not dodge the allowance of their address',
    ['server/auth/endpoints/log-in.ts', ': limits.countTrustedAddress(request));', ': undefined);'],
    [
      'server/auth/limits/trusted-address.test.ts',
      'whoever has many accounts has no more passwords hashed from one address than ten times a stranger',
    ],
  ),
  guarded(
    'nor by proving who they are',
    ['server/auth/endpoints/reauthenticate.ts', 'await limits.countTrustedAddress(request);', ''],
    [
      'server/auth/limits/trusted-address.test.ts',
      'nor by the question who they are, in sessions of their own',
    ],
  ),
];
