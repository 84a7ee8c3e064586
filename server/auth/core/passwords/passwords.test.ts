import { afterAll, expect, test } from 'vitest';
import { HashingPool } from './hashing.ts';
import { createPasswords } from './passwords.ts';

const hashing = new HashingPool();
const passwords = createPasswords((parameters) => hashing.derive(parameters));
afterAll(() => hashing.stop());

test('a hash matches only its password, states its parameters, and differs each time', async () => {
  const [one, other] = await Promise.all([passwords.hash('båt-🚲'), passwords.hash('båt-🚲')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(other);
  expect(await passwords.check('båt-🚲', one)).toEqual({ matches: true, outdated: false });
  expect(await passwords.check('båt-🚳', one)).toEqual({ matches: false, outdated: false });
});

test('two Unicode forms of a password match', async () => {
  const hash = await passwords.hash('b\u00e5tar');
  expect(await passwords.check('ba\u030atar', hash)).toMatchObject({ matches: true });
});

// From the reference implementation's test vectors: Argon2id, version 19, m=256, t=2, p=1, "password", "somesalt".
const FOREIGN = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';

test('a hash with other parameters matches, and is outdated', async () => {
  expect(await passwords.check('password', FOREIGN)).toEqual({ matches: true, outdated: true });
  expect(await passwords.check('passwore', FOREIGN)).toEqual({ matches: false, outdated: true });
});

test('a malformed hash throws an error instead of counting as a wrong password', async () => {
  await expect(passwords.check('hemligt', 'plain')).rejects.toThrow('PHC');
});
