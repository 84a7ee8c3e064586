import { expect, test } from 'vitest';
import { LANGUAGES } from '#domain/language.ts';
import { kindOf, pageRoutes } from '#domain/pages/pages.ts';
import { startApp } from '#tests/support/server/app.ts';
import { codeOf, get } from '#tests/support/server/http.ts';

const ORIGIN = 'https://framme.example.org';

test('the sitemap, which robots.txt names, lists every public page in both languages, and no guarded one', async () => {
  const { url } = await startApp({ env: { PUBLIC_URL: ORIGIN } });
  const { status, headers, body } = await get(url, '/sitemap.xml');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  const listed = [...String(body).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  const pages = pageRoutes.filter((page) => kindOf(page) === 'public');
  expect(listed).toEqual(
    pages.flatMap((page) =>
      ['', ...LANGUAGES.map((language) => `?lng=${language}`)].map((query) => `${ORIGIN}${page}${query}`),
    ),
  );
  expect(listed).toContain(`${ORIGIN}/privacy?lng=en`);
  expect(String(body)).not.toContain('/dashboard');
  expect(String(body).match(/hreflang="x-default"/g)).toHaveLength(listed.length);
  const robots = await get(url, '/robots.txt');
  expect([robots.status, robots.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(robots.body).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${ORIGIN}/sitemap.xml\n`);
});

test('without a public address there is no sitemap, because it needs absolute URLs', async () => {
  const { url } = await startApp();
  const answer = await get(url, '/sitemap.xml');
  expect([answer.status, codeOf(answer)]).toEqual([404, 'not-found']);
  expect((await get(url, '/robots.txt')).body).toBe('User-agent: *\nDisallow: /api/\n');
});
