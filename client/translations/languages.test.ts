import { expect, test } from 'vitest';
import { LANGUAGES, nextLanguage } from '#domain/language.ts';
import { chooseLanguage } from './languages.ts';

test('the first wanted language that Framme speaks is chosen, whatever its region', () => {
  expect(chooseLanguage(['en-GB', 'sv'])).toBe('en');
  expect(chooseLanguage(['de', 'nb-NO', 'sv-FI', 'en'])).toBe('sv');
  expect(chooseLanguage(['EN_us'])).toBe('en');
});

test('Swedish where none is spoken', () => {
  expect(chooseLanguage([])).toBe('sv');
  expect(chooseLanguage(['de', 'english', 'svenska'])).toBe('sv');
});

test('the toggle leads to the other language', () => {
  expect([nextLanguage('sv'), nextLanguage('en')]).toEqual(['en', 'sv']);
});

test('the toggle goes through all languages and comes back', () => {
  const visited = LANGUAGES.map((_, steps) => LANGUAGES.slice(0, steps).reduce(nextLanguage, LANGUAGES[0]));
  expect(visited).toEqual(LANGUAGES);
});
