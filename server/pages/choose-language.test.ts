import { expect, test } from 'vitest';
import { get } from '#tests/support/server/http.ts';
import { startStubClient } from '#tests/support/server/stub-client.ts';
import { chooseLanguage } from './choose-language.ts';

test.each([
  ['Swedish where nothing is said', {}, 'sv'],
  ['the address before all else', { lng: 'en', cookie: 'i18next=sv', acceptLanguage: 'sv' }, 'en'],
  ['the cookie before the browser', { cookie: 'a=b; i18next=en', acceptLanguage: 'sv' }, 'en'],
  ['the browser', { acceptLanguage: 'en-GB,en;q=0.9' }, 'en'],
  ['what the browser wants most of what is spoken', { acceptLanguage: 'de, sv;q=0.5, en;q=0.8' }, 'en'],
  ['nothing that the browser refuses', { acceptLanguage: 'en;q=0' }, 'sv'],
  ['a language that is spoken, past one that is not', { lng: 'de', cookie: 'i18next=en' }, 'en'],
  ['no language that stands there twice', { lng: ['en', 'sv'] }, 'sv'],
  ['no other cookie', { cookie: 'xi18next=en; i18nextx=en' }, 'sv'],
  ['what makes no sense to nobody', { lng: '', cookie: ';;=', acceptLanguage: ';q=,,en;q=x' }, 'sv'],
] as const)('%s', (_rule, asked, language) => {
  const nothing = { lng: undefined, cookie: undefined, acceptLanguage: undefined };
  expect(chooseLanguage({ ...nothing, ...asked })).toBe(language);
});

test('the document comes in the language that the request asks for, and says what that hangs on', async () => {
  const { url } = await startStubClient();
  const ask = (path: string, headers: Record<string, string>) => get(url, path, headers);
  const swedish = await ask('/about', { 'accept-language': 'sv' });
  const english = await ask('/about', { 'accept-language': 'en' });
  expect([swedish.body, english.body]).toEqual([
    '<!doctype html>visitor sv /about',
    '<!doctype html>visitor en /about',
  ]);
  expect(english.headers.get('content-language')).toBe('en');
  expect(english.headers.get('vary')).toBe('Accept-Language, Cookie, Accept-Encoding');
  expect((await ask('/about?lng=en', { cookie: 'i18next=sv' })).body).toBe(
    '<!doctype html>explicit-language en /about',
  );
  expect((await ask('/about?lng=xx', { cookie: 'i18next=en' })).body).toBe(
    '<!doctype html>visitor en /about',
  );
});

test('the weights of Accept-Language decide about a page, whatever their order', async () => {
  const { url } = await startStubClient();
  const bodyFor = async (header: string) => (await get(url, '/about', { 'accept-language': header })).body;
  expect(await bodyFor('de, en;q=0.1, sv;q=0.9')).toBe('<!doctype html>visitor sv /about');
  expect(await bodyFor('de, sv;q=0.1, en;q=0.9')).toBe('<!doctype html>visitor en /about');
  expect(await bodyFor('sv;q=0, EN-us')).toBe('<!doctype html>visitor en /about');
});

test('a browser that holds a session gets the frame of the page, whichever name its cookie has', async () => {
  const { url } = await startStubClient();
  for (const cookie of ['framme=x', 'i18next=sv; __Host-framme=x'])
    expect((await get(url, '/about', { cookie })).body).toBe('<!doctype html>app-shell sv /about');
  expect((await get(url, '/about', { cookie: 'notframme=x' })).body).toBe('<!doctype html>visitor sv /about');
});
