import { describe, expect, it } from 'vitest';
import { secretIn, withFragment } from './link-secret.ts';

/** The secrets of a visit, an invitation or a mail; of an older mail; of a device with its mailed code. */
const SECRETS = ['k7'.repeat(26), '0z-_Aa9'.repeat(7).slice(0, 43), `${'Zz_-'.repeat(11).slice(1)}.12345678`];

describe('the secret of a damaged link', () => {
  it.each(SECRETS)('is found beside what was added: %s', (secret) => {
    for (const damaged of [
      `#${secret}`,
      ...[
        '.',
        ')',
        '%20',
        '%C2%A0',
        '\u200b',
        '%E2%80%8B',
        '&fbclid=IwAR1',
        '?utm_source=x',
        '">',
        '%22',
        '…',
        '%',
      ].map((end) => `#${secret}${end}`),
      ...['%20', '\u2066', '%EF%BB%BF', '<', '%2523', '%FF'].map((start) => `#${start}${secret}`),
      `#${secret.slice(0, 9)}%C2%AD${secret.slice(9, 20)}\u200b${secret.slice(20)}`,
      `#%2520${secret}%252E`,
    ])
      expect(secretIn(damaged), damaged).toBe(secret);
  });
  it('is found in capitals', () => {
    const [secret = ''] = SECRETS;
    expect(secretIn(`#${secret.toUpperCase()}`)).toBe(secret);
  });
  it.each(['', '#', '#main', `#${'k'.repeat(42)}`, `#${'k'.repeat(53)}`, '#%', '#%E2%80'])(
    'is not found in %j',
    (fragment) => {
      expect(secretIn(fragment)).toBeUndefined();
    },
  );
  it.each(SECRETS)('is told from the path and the query: %s', (secret) => {
    for (const [address, path, query] of [
      [`/visit%23${secret}`, '/visit', ''],
      [`/join/%2523${secret}.`, '/join/', ''],
      [`/recover?lng=en&q=%C3%A4%23${secret}&fbclid=1`, '/recover', '?lng=en&q=%C3%A4'],
    ])
      expect(withFragment(address ?? '')).toEqual({ path, query, secret });
    for (const address of ['/visit', `/visit#${secret}`, `/visit/${secret}`, '/visit?from=%23main'])
      expect(withFragment(address)).toBeUndefined();
  });
});
