import { expect, test } from 'vitest';
import type { Language } from '#domain/language.ts';
import { allTranslations } from './all-texts.ts';
import type { Bundle } from './translations.ts';
import { Translations } from './translations.ts';

const english = (await allTranslations('en')).current();
const swedish = (await allTranslations('sv')).current();

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

/** Bundles that load when the test says so; each text names its bundle and language. */
function loadedByHand() {
  const asked: { name: string; resolve(): void; reject(error: Error): void }[] = [];
  const load = (language: Language, bundle: Bundle) =>
    new Promise<object>((resolve, reject) => {
      const texts = { [bundle]: `${bundle} ${language}` };
      asked.push({ name: `${bundle} ${language}`, resolve: () => resolve(texts), reject });
    });
  return { asked, translations: new Translations('sv', load), names: () => asked.map(({ name }) => name) };
}

/** Translations whose core bundle is loaded. */
async function loadedCore() {
  const { asked, translations, names } = loadedByHand();
  const loaded = translations.load(['core']);
  asked[0]?.resolve();
  await loaded;
  return { asked, translations, names };
}

test('a bundle is loaded once, and known only when it is loaded', async () => {
  const { asked, translations, names } = loadedByHand();
  const both = [translations.load(['public']), translations.load(['public'])];
  expect(names()).toEqual(['public sv']);
  expect(translations.current().bundles.public.loaded).toBeUndefined();
  asked[0]?.resolve();
  await Promise.all(both);
  expect(translations.current().texts).toEqual({ public: 'public sv' });
});

test('the language changes when all bundles in use are loaded in it, those added meanwhile too', async () => {
  const { asked, translations, names } = await loadedCore();
  let changes = 0;
  translations.subscribe(() => changes++);
  const chosen = translations.choose('en');
  const second = translations.load(['public']);
  asked[2]?.resolve();
  await second;
  asked[1]?.resolve();
  await expect.poll(names).toEqual(['core sv', 'core en', 'public sv', 'public en']);
  expect([translations.current().language, changes]).toEqual(['sv', 0]);
  asked[3]?.resolve();
  await chosen;
  expect([translations.current().texts, changes]).toEqual([{ core: 'core en', public: 'public en' }, 1]);
});

test('of two choices in a row the last one holds, whichever is loaded first', async () => {
  const { asked, translations } = await loadedCore();
  const away = translations.choose('en');
  const back = translations.choose('sv');
  await back;
  asked[1]?.resolve();
  await away;
  expect(translations.current().language).toBe('sv');
});

test('a language that cannot be loaded leaves the current one, and can be chosen again', async () => {
  const { asked, translations } = await loadedCore();
  const failing = translations.choose('en');
  asked[1]?.reject(new Error('no network'));
  await expect(failing).rejects.toThrow('no network');
  expect(translations.current().language).toBe('sv');
  const again = translations.choose('en');
  asked[2]?.resolve();
  await again;
  expect(translations.current().language).toBe('en');
});
