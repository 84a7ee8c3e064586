import { expect, test } from 'vitest';
import type { Language } from '#domain/language.ts';
import type { Part } from './parts.ts';
import { preloaded } from './preloaded.ts';
import { Translations } from './translations.ts';

const english = preloaded('en').current();
const swedish = preloaded('sv').current();

test('a value replaces its placeholder, and is not searched for placeholders itself', () => {
  expect(english.t(($) => $.common.bornOn, { date: '{{date}} $& $t(x)' })).toBe('Born {{date}} $& $t(x)');
  expect(english.t(($) => $.common.bornOn)).toBe('Born {{date}}');
});

test('the count chooses the form of a plural', () => {
  const friends = (count: number) => english.t(($) => $.people.friendCount, { count });
  expect([0, 1, 2, 21].map(friends)).toEqual(['0 friends', '1 friend', '2 friends', '21 friends']);
});

test('none may have a form of its own in a language whose rules have none for zero', () => {
  const here = { zero: 'Ingen här', one: '{{count}} är här', other: '{{count}} är här' };
  expect([0, 1, 2].map((count) => swedish.t(() => here, { count }))).toEqual([
    'Ingen här',
    '1 är här',
    '2 är här',
  ]);
});

/** Parts that load when the test says so; each text names its part and language. */
function loadedByHand() {
  const asked: { name: string; resolve(): void; reject(error: Error): void }[] = [];
  const load = (language: Language, part: Part) =>
    new Promise<object>((resolve, reject) => {
      const texts = { [part]: `${part} ${language}` };
      asked.push({ name: `${part} ${language}`, resolve: () => resolve(texts), reject });
    });
  return { asked, load, names: () => asked.map(({ name }) => name) };
}

test('a part is loaded once, and known only when it is loaded', async () => {
  const { asked, load, names } = loadedByHand();
  const translations = new Translations('sv', load);
  const both = [translations.load(['home']), translations.load(['home'])];
  expect(names()).toEqual(['home sv']);
  expect(translations.current().loaded).toEqual(new Set());
  asked[0]?.resolve();
  await Promise.all(both);
  expect(translations.current().loaded).toEqual(new Set(['home']));
  expect(translations.current().app).toEqual({ home: 'home sv' });
});

test('the language changes when all parts in use are loaded in it, those added meanwhile too', async () => {
  const { asked, load, names } = loadedByHand();
  const translations = new Translations('sv', load);
  const first = translations.load(['app']);
  asked[0]?.resolve();
  await first;
  let changes = 0;
  translations.subscribe(() => changes++);
  const chosen = translations.choose('en');
  const second = translations.load(['home']);
  asked[2]?.resolve();
  await second;
  asked[1]?.resolve();
  await expect.poll(names).toEqual(['app sv', 'app en', 'home sv', 'home en']);
  expect([translations.current().language, changes]).toEqual(['sv', 0]);
  asked[3]?.resolve();
  await chosen;
  expect([translations.current().app, changes]).toEqual([{ app: 'app en', home: 'home en' }, 1]);
});

test('of two choices in a row the last one holds, whichever is loaded first', async () => {
  const { asked, load } = loadedByHand();
  const translations = new Translations('sv', load);
  const first = translations.load(['app']);
  asked[0]?.resolve();
  await first;
  const away = translations.choose('en');
  const back = translations.choose('sv');
  await back;
  asked[1]?.resolve();
  await away;
  expect(translations.current().language).toBe('sv');
});

test('a language that cannot be loaded leaves the current one, and can be chosen again', async () => {
  const { asked, load } = loadedByHand();
  const translations = new Translations('sv', load);
  const first = translations.load(['app']);
  asked[0]?.resolve();
  await first;
  const failing = translations.choose('en');
  asked[1]?.reject(new Error('no network'));
  await expect(failing).rejects.toThrow('no network');
  expect(translations.current().language).toBe('sv');
  const again = translations.choose('en');
  asked[2]?.resolve();
  await again;
  expect(translations.current().language).toBe('en');
});
