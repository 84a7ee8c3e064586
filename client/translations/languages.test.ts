import { expect, test } from 'vitest';
import { chooseLanguage, otherLanguage } from './languages.ts';

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
  expect([otherLanguage('sv'), otherLanguage('en')]).toEqual(['en', 'sv']);
});
