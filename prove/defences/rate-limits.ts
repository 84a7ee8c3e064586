import { type Defence, guarded } from './defence.ts';

const ADDRESS = 'server/auth/core/limits/address-groups.ts';

/** Removes what keeps one limit right while the server's clock is set. */
function setClock(
  limit: string,
  [file, from, to]: readonly [file: string, from: string, to: string],
): Defence {
  return guarded(
    `a clock that is set: ${limit}`,
    [file, from, to],
    [
      'server/auth/core/limits/set-clock.test.ts',
      `a clock that is set lengthens no wait, and gives one burst at most: ${limit}`,
    ],
  );
}

/** Rate limits by client address: its normal form, its networks, and the attempts counted for it. */
export const rateLimitDefences: readonly Defence[] = [
  guarded(
    'an address counts without the port that a proxy writes',
    [ADDRESS, 'return bracketed ?? plain ?? text;', 'return (bracketed ?? plain) === text ? text : text;'],
    [
      'server/auth/core/limits/forged-address.test.ts',
      'an address counts without the port that a proxy writes',
    ],
  ),
  guarded(
    'the networks of one /48 share a limit',
    [ADDRESS, '[56, 48].map(', '[64, 64].map('],
    [
      'server/auth/core/limits/forged-address.test.ts',
      'the networks of one /48 share eight times the limit of one network',
    ],
  ),
  guarded(
    'an aborted request logs no error',
    [ADDRESS, "withoutPort(ip ?? '')", 'withoutPort(ip as string)'],
    ['server/auth/core/limits/aborted-request.test.ts', 'an aborted request is not logged as an error'],
  ),
  guarded(
    'log-ins by trusted browsers count towards the limit of their address',
    ['server/auth/endpoints/log-in.ts', ': limits.countTrustedAddress(request));', ': undefined);'],
    [
      'server/auth/core/limits/trusted-address.test.ts',
      'log-ins by trusted browsers from one address are limited to ten times those of untrusted ones',
    ],
  ),
  guarded(
    're-authentications count towards the limit of their address',
    ['server/auth/endpoints/log-in.ts', 'await limits.countTrustedAddress(request);', ''],
    [
      'server/auth/core/limits/trusted-address.test.ts',
      're-authentications from one address are limited to ten times the untrusted log-ins',
    ],
  ),
  guarded(
    'an IPv4-mapped address counts as its IPv4 address',
    [ADDRESS, 'ipaddr.process(text)', 'ipaddr.parse(text)'],
    ['server/auth/core/limits/address-groups.test.ts', '::ffff:203.0.113.7 counts as ["203.0.113.7"]'],
  ),
  guarded(
    'what is no address shares one limit',
    [ADDRESS, "return [{ group: 'none', factor: 1 }]", 'return [{ group: text, factor: 1 }]'],
    ['server/auth/core/limits/address-groups.test.ts', 'unknown counts as ["none"]'],
  ),
  setClock('links that show nothing', [
    'server/store/auth/attempts.ts',
    'THEN $2 + $4 - $3 ELSE',
    'THEN attempts.full_at ELSE',
  ]),
  {
    ...setClock('wrong passwords for an account', [
      'server/store/auth/attempts.ts',
      'THEN $2 + $4 - $3 ELSE',
      'THEN attempts.full_at ELSE',
    ]),
    guard: {
      project: 'postgres',
      file: 'server/auth/core/limits/set-clock.test.ts',
      test: 'a clock that is set lengthens no wait, and gives one burst at most: wrong passwords for an account',
    },
  },
  setClock('the taps of a household in a minute', [
    'server/sync/sync.ts',
    'requireRate(rates, message, uptime(), () =>',
    'requireRate(rates, message, now(), () =>',
  ]),
  setClock('the notices of a household to one number', [
    'server/sync/sync.ts',
    'caps.admit(household, notice, uptime())',
    'caps.admit(household, notice, receivedAt)',
  ]),
  setClock('the files of a household', [
    'server/export/calls.ts',
    'new ExportPlaces(config, uptime)',
    'new ExportPlaces(config, now)',
  ]),
  setClock('the lines about an address that goes on being refused', [
    'server/auth/core/events/security-events.ts',
    'this.#dependencies.uptime());',
    'this.#dependencies.now());',
  ]),
  setClock('the answers through a link', ['domain/links/reader.ts', 'since >= 0 && since <', 'since <']),
];
