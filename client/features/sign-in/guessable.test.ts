import { expect, test } from 'vitest';
import { isGuessable } from './guessable.ts';

test('short, common and monotonous passwords are called easy to guess', () => {
  for (const password of ['hemlig', 'Password2026!', '198503121234', 'aaaaaaaaaaaaaa', 'Lösenord12345'])
    expect(isGuessable(password), password).toBe(true);
});

test('a few words in a row are not', () => {
  for (const password of ['korrekt häst batteri', 'tre små grisar 7', '🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵'])
    expect(isGuessable(password), password).toBe(false);
});
