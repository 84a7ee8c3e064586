import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { contactWarning, newPushKey, subjectOf, Vapid } from './vapid.ts';

const NOW = Date.parse('2026-05-04T12:00:00.000Z');
const ENDPOINT = 'https://push.example.org/a/b?c';

/** A store that keeps the first secret. */
function secrets() {
  let kept: string | undefined;
  return { secret: async (_name: string, fresh: string) => (kept ??= fresh) } as never;
}

/** Reads the header, and checks the signature of its token by its key. */
function parsed(authorization: string) {
  const [, header = '', claims = '', signature = '', k = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(k, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const json = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  return { isSigned, header: json(header), claims: json(claims), k };
}

test('a token is signed by the key that browsers subscribe with, for the origin of the push service', async () => {
  const vapid = await Vapid.of(secrets(), 'mailto:anna@example.org', 0);
  const { isSigned, header, claims, k } = parsed(vapid.authorization(ENDPOINT, NOW));
  expect([isSigned, header, k]).toEqual([true, { typ: 'JWT', alg: 'ES256' }, vapid.publicKey]);
  const exp = (NOW + 12 * HOUR_MS) / 1000;
  expect(claims).toEqual({ aud: 'https://push.example.org', exp, sub: 'mailto:anna@example.org' });
  expect(Buffer.from(k, 'base64url')).toHaveLength(65);
});

test('an origin has one token, which is made anew before it ends, and none lives longer than twelve hours', async () => {
  const vapid = await Vapid.of(secrets(), 'mailto:anna@example.org', 0);
  const first = vapid.authorization(ENDPOINT, NOW);
  expect(vapid.authorization('https://push.example.org/other', NOW + HOUR_MS)).toBe(first);
  expect(vapid.authorization('https://other.example.org/', NOW)).not.toBe(first);
  // Also after a clock that was ahead was set right.
  for (const hours of [0, 5, 10.9, 11, 11.5, 12, 23, 40, 2]) {
    const now = NOW + hours * HOUR_MS;
    const { exp } = parsed(vapid.authorization(ENDPOINT, now)).claims;
    expect(exp * 1000 - now).toBeLessThanOrEqual(12 * HOUR_MS);
    expect(exp * 1000 - now).toBeGreaterThanOrEqual(HOUR_MS);
  }
});

test('a family that names a push service’s hosts without end leaves no token of each', async () => {
  const vapid = await Vapid.of(secrets(), 'mailto:anna@example.org', 0);
  const first = vapid.authorization(ENDPOINT, NOW);
  for (let count = 0; count < 100; count += 1)
    vapid.authorization(`https://a${count}.push.example.org/`, NOW);
  const again = vapid.authorization(ENDPOINT, NOW + HOUR_MS);
  expect(again).not.toBe(first);
  expect(vapid.authorization('https://a99.push.example.org/', NOW + HOUR_MS)).toBe(
    vapid.authorization('https://a99.push.example.org/', NOW),
  );
});

test('a key from before its date was noted is the same key', async () => {
  const dated = newPushKey(NOW);
  const [key] = dated.split(' ');
  const publicKeys = [key, dated].map(async (value = '') => {
    const vapid = await Vapid.of({ secret: async () => value } as never, 'mailto:a@b.org', NOW);
    return vapid.publicKey;
  });
  const [bare, noted] = await Promise.all(publicKeys);
  expect(noted).toBe(bare);
  expect(dated).toBe(`${key} ${new Date(NOW).toISOString()}`);
  expect(key).toHaveLength(43);
});

test('all servers of an installation have one key and one topic for an alert', async () => {
  const store = secrets();
  const [one, two] = [await Vapid.of(store, 'mailto:a@b.org', 0), await Vapid.of(store, 'mailto:a@b.org', 0)];
  const other = await Vapid.of(secrets(), 'mailto:a@b.org', 0);
  expect(two.publicKey).toBe(one.publicKey);
  expect(one.topicOf('an alert')).toMatch(/^[\w-]{32}$/);
  expect(two.topicOf('an alert')).toBe(one.topicOf('an alert'));
  expect(one.topicOf('another')).not.toBe(one.topicOf('an alert'));
  expect([other.publicKey, other.topicOf('an alert')]).not.toContain(one.topicOf('an alert'));
});

test('the subject is the mail address of the host, else a web address', () => {
  const publicOrigin = 'https://framme.example.org';
  expect(subjectOf({ hostContact: 'anna@example.org', publicOrigin })).toBe('mailto:anna@example.org');
  const page = 'https://example.org/kontakt';
  expect(subjectOf({ hostContact: page, publicOrigin })).toBe(page);
  expect(subjectOf({ hostContact: undefined, publicOrigin })).toBe(publicOrigin);
  expect(subjectOf({ hostContact: undefined, publicOrigin: undefined })).toBe('https://localhost');
  expect(subjectOf({ hostContact: 'anna@school.local', publicOrigin })).toBe(publicOrigin);
  expect(subjectOf({ hostContact: 'https://example.org/@anna', publicOrigin })).toBe(
    'https://example.org/@anna',
  );
});

test.each([
  'anna@school.local',
  'anna@example.invalid',
  'anna@192.0.2.7',
  'https://192.0.2.7/kontakt',
  'https://[2001:db8::1]/',
  'https://framme/',
  'https://framme.local./',
  'https://framme.example.org./',
  ...['lan', 'internal', 'home.arpa', 'localdomain', 'onion'].map((name) => `anna@framme.${name}`),
])('%s is no contact that Apple takes, and the operator is told so', (hostContact) => {
  for (const publicOrigin of [undefined, 'https://10.0.0.1', 'http://localhost:3000'])
    expect(contactWarning({ hostContact, publicOrigin })).toContain(`${hostContact} as your contact`);
  expect(contactWarning({ hostContact, publicOrigin: 'https://framme.example.org' })).toBeUndefined();
});
