import { expect, test } from 'vitest';
import { isGuessable } from './guessable.ts';

test('short, common and monotonous passwords are called easy to guess', () => {
  for (const password of ['hemlig', 'Password2026!', '198503121234', 'aaaaaaaaaaaaaa', 'Lösenord12345'])
    expect(isGuessable(password), password).toBe(true);
});

test('a decorated common word and a keyboard row are easy to guess', () => {
  for (const password of [
    'Sommarlov2026!',
    '!!Stockholm!!',
    'P4ssw0rd1234',
    'hejhejhejhej',
    'qwertyuiop',
    'zlatan19811003',
  ])
    expect(isGuessable(password), password).toBe(true);
});

test('several words in a row and random characters are not easy to guess', () => {
  for (const password of [
    'korrekt häst batteri',
    'tre små grisar 7',
    'sommar regn båt',
    'xq7-Kf2-9zR',
    '🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵',
  ])
    expect(isGuessable(password), password).toBe(false);
});
