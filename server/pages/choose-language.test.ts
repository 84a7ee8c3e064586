import { expect, test } from 'vitest';
import { shareApp } from '#tests/support/server/app.ts';
import { get } from '#tests/support/server/http.ts';
import { stubClient } from '#tests/support/server/stub-client.ts';
import { chooseLanguage } from './page-routes.ts';

const app = shareApp(stubClient);

test.each([
  ['Swedish if the request asks for none', {}, 'sv'],
  [
    'that of the URL before those of the cookie and the browser',
    { lng: 'en', cookie: 'i18next=sv', acceptLanguage: 'sv' },
    'en',
  ],
  [
    'that of the cookie before that of the browser',
    { cookie: 'a=b; i18next=en', acceptLanguage: 'sv' },
    'en',
  ],
  ['that of the browser without URL parameter and cookie', { acceptLanguage: 'en-GB,en;q=0.9' }, 'en'],
  [
    'the supported one with the highest weight in Accept-Language',
    { acceptLanguage: 'de, sv;q=0.5, en;q=0.8' },
    'en',
  ],
  ['not one with weight 0 in Accept-Language', { acceptLanguage: 'en;q=0' }, 'sv'],
  ['that of the cookie if that of the URL is not supported', { lng: 'de', cookie: 'i18next=en' }, 'en'],
  ['not that of the URL if it is given twice', { lng: ['en', 'sv'] }, 'sv'],
  ['not that of a cookie with a similar name', { cookie: 'xi18next=en; i18nextx=en' }, 'sv'],
  ['Swedish if all values are malformed', { lng: '', cookie: ';;=', acceptLanguage: ';q=,,en;q=x' }, 'sv'],
] as const)('the chosen language is %s', (_rule, asked, language) => {
  const nothing = { lng: undefined, cookie: undefined, acceptLanguage: undefined };
  expect(chooseLanguage({ ...nothing, ...asked })).toBe(language);
});

test('the document is in the requested language, and Vary names the headers that it depends on', async () => {
  const { url } = app();
  const ask = (path: string, headers: Record<string, string>) => get(url, path, headers);
  const swedish = await ask('/about', { 'accept-language': 'sv' });
  const english = await ask('/about', { 'accept-language': 'en' });
  expect([swedish.body, english.body]).toEqual([
    '<!doctype html>signed-out sv /about',
    '<!doctype html>signed-out en /about',
  ]);
  expect(english.headers.get('content-language')).toBe('en');
  expect(english.headers.get('vary')).toBe('Accept-Language, Cookie, Accept-Encoding');
  expect((await ask('/about?lng=en', { cookie: 'i18next=sv' })).body).toBe(
    '<!doctype html>explicit-language en /about',
  );
  expect((await ask('/about?lng=xx', { cookie: 'i18next=en' })).body).toBe(
    '<!doctype html>signed-out en /about',
  );
});

test('a browser with a session cookie of either name gets the app shell', async () => {
  const { url } = app();
  for (const cookie of ['framme=x', 'i18next=sv; __Host-framme=x'])
    expect((await get(url, '/about', { cookie })).body).toBe('<!doctype html>app-shell sv /about');
  expect((await get(url, '/about', { cookie: 'notframme=x' })).body).toBe(
    '<!doctype html>signed-out sv /about',
  );
});
