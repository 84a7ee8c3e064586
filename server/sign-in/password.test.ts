import { expect, test } from 'vitest';
import { checkPassword, hashPassword } from './password.ts';

test('a hash fits its password alone, says how it was made, and differs each time', async () => {
  const [one, other] = await Promise.all([hashPassword('båt-🚲'), hashPassword('båt-🚲')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(other);
  expect(await checkPassword('båt-🚲', one)).toEqual({ fits: true, outdated: false });
  expect(await checkPassword('båt-🚳', one)).toEqual({ fits: false, outdated: false });
});

test('the two Unicode spellings of a password are one', async () => {
  const hash = await hashPassword('b\u00e5tar');
  expect(await checkPassword('ba\u030atar', hash)).toMatchObject({ fits: true });
});

// Made by the reference implementation's test vectors: Argon2id, version 19, m=256, t=2, p=1, "password", "somesalt".
const FOREIGN = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';

test('a hash of other parameters fits by those, and is outdated', async () => {
  expect(await checkPassword('password', FOREIGN)).toEqual({ fits: true, outdated: true });
  expect(await checkPassword('passwore', FOREIGN)).toEqual({ fits: false, outdated: true });
});

test('where nobody has the e-mail, nothing fits and the same work is done', async () => {
  const hash = await hashPassword('hemligt');
  const timeOf = async (stored: string | undefined) => {
    const begun = performance.now();
    expect(await checkPassword('gissning', stored)).toMatchObject({ fits: false });
    return performance.now() - begun;
  };
  const median = async (stored: string | undefined) => {
    const times = [];
    for (let i = 0; i < 7; i++) times.push(await timeOf(stored));
    return times.toSorted((a, b) => a - b)[3] ?? 0;
  };
  expect((await median(undefined)) / (await median(hash))).toBeGreaterThan(0.5);
});

test('what is not a hash is an error of ours, not a wrong password', async () => {
  await expect(checkPassword('hemligt', 'plain')).rejects.toThrow('PHC');
});
