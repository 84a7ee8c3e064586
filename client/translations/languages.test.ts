import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_LANGUAGE, LANGUAGES, nextLanguage } from '#domain/language.ts';
import { chooseLanguage } from './languages.ts';

test('the first supported language is chosen, regardless of its region', () => {
  expect(chooseLanguage(['en-GB', 'sv'])).toBe('en');
  expect(chooseLanguage(['de', 'xx-NO', 'sv-FI', 'en'])).toBe('sv');
  expect(chooseLanguage(['EN_us'])).toBe('en');
});

test('Swedish is chosen if no wanted language is supported', () => {
  expect(chooseLanguage([])).toBe('sv');
  expect(chooseLanguage(['de', 'english', 'svenska'])).toBe('sv');
});

test('the toggle leads to the other language', () => {
  expect(nextLanguage('sv')).toBe('en');
});

test('the toggle goes through all languages and comes back', () => {
  expect(LANGUAGES.map(nextLanguage)).toEqual([...LANGUAGES.slice(1), LANGUAGES[0]]);
});

test('the manifest is in the default language, and describes the app in every one', () => {
  const path = new URL('../public/manifest.webmanifest', import.meta.url);
  const { lang, description } = JSON.parse(readFileSync(path, 'utf8'));
  expect(lang).toBe(DEFAULT_LANGUAGE);
  expect(description.match(/[^.]+\./g)).toHaveLength(LANGUAGES.length);
});
