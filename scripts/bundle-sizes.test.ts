import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#domain/language.ts';
import { type Manifest, pageSizes, tooLarge, visitPageSize, workerTooLarge } from './bundle-sizes.ts';

const manifest: Manifest = {
  'index.html': { file: 'index.js', imports: ['_shared.js'], css: ['index.css'] },
  '_shared.js': { file: 'shared.js', css: ['shared.css'] },
  'routes/home.tsx': { file: 'home.js', imports: ['index.html', '_shared.js'], isDynamicEntry: true },
  'routes/text-page.tsx': { file: 'text.js', css: ['text.css'], isDynamicEntry: true },
  'routes/dashboard.tsx': { file: 'dashboard.js', isDynamicEntry: true },
  'data/view/household.ts': { file: 'household.js', imports: ['_shared.js'] },
  'shell/signed-in-parts.ts': { file: 'frame.js', css: ['frame.css'] },
  ...Object.fromEntries(
    LANGUAGES.flatMap((language) => [
      [`translations/${language}/core.ts`, { file: `${language}.js` }],
      [`translations/${language}/home.ts`, { file: `${language}-home.js` }],
      [`translations/${language}/public.ts`, { file: `${language}-public.js` }],
    ]),
  ),
};

const sizes: Record<string, number> = {
  'index.js': 1,
  'shared.js': 10,
  'home.js': 100,
  'sv.js': 1000,
  'en.js': 900,
  'sv-home.js': 200,
  'sv-public.js': 7_000_000,
  'household.js': 15_000,
  'frame.js': 5000,
};
const sizeOf = (file: string) => sizes[file] ?? 0;

test('a page counts each file of its first load once, in the larger language', () => {
  expect(pageSizes(manifest, sizeOf)).toContainEqual({ page: 'home', script: 1311, style: 0 });
  expect(pageSizes(manifest, sizeOf)).toContainEqual({ page: 'text-page', script: 7_001_011, style: 0 });
  const withStyle = (file: string) => (file.endsWith('.css') ? 5 : 0);
  expect(pageSizes(manifest, withStyle)).toEqual([
    { page: 'home', script: 0, style: 10 },
    { page: 'home of a parent', script: 0, style: 15 },
    { page: 'text-page', script: 0, style: 15 },
    { page: 'dashboard', script: 0, style: 15 },
  ]);
});

test('a page of a parent also counts the household part', () => {
  const found = pageSizes(manifest, sizeOf);
  expect(found).toContainEqual({ page: 'home of a parent', script: 21_311, style: 0 });
  expect(found).toContainEqual({ page: 'dashboard', script: 21_011, style: 0 });
});

test('the page behind a link counts its own build, in the larger language, without what a press loads', () => {
  const own: Manifest = {
    'visit.html': { file: 'visit.js' },
    'link-page/start.tsx': { file: 'start.js', imports: ['visit.html'] },
    'link-page/stored-dialog.tsx': { file: 'stored.js', imports: ['link-page/start.tsx'] },
    'link-page/translations/sv.ts': { file: 'sv.js' },
    'link-page/translations/en.ts': { file: 'en.js' },
    'style.css': { file: 'style.css' },
  };
  const bytes: Record<string, number> = {
    'visit.js': 1,
    'start.js': 10,
    'stored.js': 100,
    'sv.js': 1000,
    'en.js': 2000,
  };
  const size = visitPageSize(own, (file) => bytes[file] ?? 5);
  expect(size).toEqual({ page: 'visit', script: 2011, style: 5 });
});

test('a build without an expected file throws', () => {
  const { 'translations/sv/core.ts': _, ...rest } = manifest;
  expect(() => pageSizes(rest, sizeOf)).toThrow('translations/sv/core.ts');
});

describe('page budgets', () => {
  test.each([
    ['home', { script: 120_001, style: 0 }, /home loads 120\.0 kB of JavaScript/],
    ['visit', { script: 81_001, style: 0 }, /visit loads 81\.0 kB of JavaScript/],
    ['history', { script: 150_001, style: 0 }, /history loads 150\.0 kB/],
    ['profile', { script: 0, style: 15_001 }, /profile loads 15\.0 kB of CSS/],
  ])('report %s if it is too large', (page, size, sentence) => {
    expect(tooLarge([{ page, ...size }]).join()).toMatch(sentence);
  });

  test('report the service worker if it is too large', () => {
    expect(workerTooLarge(5001).join()).toMatch(/the device keeps 5\.0 kB of service worker/);
    expect(workerTooLarge(5000)).toEqual([]);
  });

  test('accept a page within its budget', () => {
    expect(tooLarge([{ page: 'history', script: 150_000, style: 15_000 }])).toEqual([]);
    expect(tooLarge([{ page: 'home', script: 120_000, style: 15_000 }])).toEqual([]);
  });
});
