import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { pages as enPages } from '#client/translations/en/pages.ts';
import { pages as svPages } from '#client/translations/sv/pages.ts';
import { en } from './en.ts';
import { sv } from './sv.ts';

const CLIENT = new URL('..', import.meta.url).pathname;
const swedish = textsOf({ ...sv, pages: svPages });
const english = textsOf({ ...en, pages: enPages });

/** Texts that are rightly the same in both languages: names, loan words and signs. */
const SAME = [
  'common.banner.refusedAt',
  'common.brand',
  'hereNow.timeline.stay',
  'pages.support.title',
  'common.footer.support',
];

test('English has the keys of Swedish, and no text is empty', () => {
  expect([...english.keys()]).toEqual([...swedish.keys()]);
  for (const [key, text] of [...swedish, ...english]) expect(text.trim(), key).not.toBe('');
});

test('no text was left untranslated, and the list of those that are the same is true', () => {
  const same = [...swedish].filter(([key, text]) => english.get(key) === text).map(([key]) => key);
  expect(same.toSorted()).toEqual(SAME.toSorted());
});

test('both languages say the same numbers and names', () => {
  const named = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted();
  for (const [key, text] of swedish) expect(named(english.get(key)), key).toEqual(named(text));
});

test('every plural has all forms that Swedish and English need', () => {
  const forms = [...swedish.keys()].filter((key) => /_(one|other)$/.test(key));
  for (const key of forms) {
    const other = key.endsWith('_one') ? key.replace(/_one$/, '_other') : key.replace(/_other$/, '_one');
    expect(swedish.has(other), key).toBe(true);
  }
});

test('every text is used somewhere', async () => {
  const used = await usedKeys();
  const isUsed = (key: string) => {
    const plain = key.replace(/_(one|other)$/, '');
    return used.some((prefix) => plain === prefix || plain.startsWith(`${prefix}.`));
  };
  expect([...swedish.keys()].filter((key) => !isUsed(key))).toEqual([]);
});

/** Every text with its key, `common.nav.home`. */
function textsOf(node: object, above = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(node)) {
    const key = above ? `${above}.${name}` : name;
    if (typeof value === 'string') found.set(key, value);
    else for (const [below, text] of textsOf(value, key)) found.set(below, text);
  }
  return found;
}

/** The keys that the sources select; one with a computed end, `$.home.features[key]`, counts for all below it. */
async function usedKeys(): Promise<string[]> {
  const files = await Array.fromAsync(glob('**/*.{ts,tsx}', { cwd: CLIENT }));
  return files
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = readFileSync(CLIENT + file, 'utf8');
      const inPages = source.includes("useTranslation('pages')");
      return [...source.matchAll(/\$((?:\s*\.\w+)+|\[)/g)].map(([, path = '']) => {
        const key = path.replace(/\s/g, '').slice(1);
        return inPages ? ['pages', key].filter(Boolean).join('.') : key;
      });
    });
}
