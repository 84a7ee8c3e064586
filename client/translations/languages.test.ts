import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { webManifests } from '#client/prerender/document.ts';
import { LANGUAGES, nextLanguage } from '#domain/language.ts';
import { chooseLanguage } from './detection.ts';

test('the first supported language is chosen, regardless of its region', () => {
  expect(chooseLanguage(['en-GB', 'sv'])).toBe('en');
  expect(chooseLanguage(['de', 'xx-NO', 'sv-FI', 'en'])).toBe('sv');
  expect(chooseLanguage(['EN_us'])).toBe('en');
});

test('Swedish is chosen if no wanted language is supported', () => {
  expect(chooseLanguage([])).toBe('sv');
  expect(chooseLanguage(['de', 'english', 'svenska'])).toBe('sv');
});

test('the toggle goes through all languages and comes back', () => {
  expect(LANGUAGES.map(nextLanguage)).toEqual([...LANGUAGES.slice(1), LANGUAGES[0]]);
});

test('each language has its web app manifest, of one and the same app', () => {
  const manifests = [...webManifests.values()].map((text) => JSON.parse(text));
  expect(manifests.map(({ lang }) => lang)).toEqual(LANGUAGES);
  expect(new Set(manifests.map(({ id }) => id))).toEqual(new Set(['/']));
  expect(manifests.map(({ shortcuts }) => shortcuts.map(({ name }: { name: string }) => name))).toEqual([
    ['Checka in', 'Checka ut'],
    ['Check in', 'Check out'],
  ]);
});

test('every image of a manifest is a file of the size it says', () => {
  const images = [...webManifests.values()]
    .map((text) => JSON.parse(text))
    .flatMap(({ icons, screenshots, shortcuts }) => [
      ...icons,
      ...screenshots,
      ...shortcuts.flatMap((shortcut: { icons: unknown[] }) => shortcut.icons),
    ])
    .filter(({ type }) => type === 'image/png');
  expect(images).toHaveLength(2 * (3 + 2 + 2));
  for (const { src, sizes } of images) {
    const png = readFileSync(`client/public/${src}`);
    expect([src, `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`]).toEqual([src, sizes]);
  }
});
