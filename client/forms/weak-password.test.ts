import { expect, test } from 'vitest';
import { isGuessable } from './weak-password.ts';

test.each([
  ...['hemlig', 'Password2026!', '198503121234', 'aaaaaaaaaaaaaa', 'Lösenord12345', 'Sommarlov2026!'],
  ...['!!Stockholm!!', 'P4ssw0rd1234', 'hejhejhejhej', 'qwertyuiop', 'zlatan19811003'],
])('%s, short, common or monotonous, is easy to guess', (password) => {
  expect(isGuessable(password)).toBe(true);
});

test.each([
  ...['korrekt häst batteri', 'tre små grisar 7', 'sommar regn båt', 'xq7-Kf2-9zR', '🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵'],
])('%s, several words or random characters, is not easy to guess', (password) => {
  expect(isGuessable(password)).toBe(false);
});
