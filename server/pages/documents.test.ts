import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#domain/language.ts';
import { kindOf, LINK_PAGE, pageRoutes } from '#domain/pages/pages.ts';
import type { DocumentName } from '#domain/pages/rendering.ts';
import { DEFAULT_SITE_INFO } from '#domain/pages/site-info.ts';
import { startApp, temporaryFolder } from '#tests/support/server/app.ts';
import { copyBuild } from '#tests/support/server/copy-build.ts';
import { codeOf, get } from '#tests/support/server/http.ts';
import { ROOT } from '../../scripts/client-build.ts';
import { type Documents, loadDocuments } from './load-documents.ts';

const DIST = join(ROOT, 'dist');

const ORIGIN = 'https://framme.example.org';

const SKIP_LINK: Record<Language, string> = { sv: 'Hoppa till innehållet', en: 'Skip to content' };

test('every page for visitors is prerendered in both languages, with its text and head', async () => {
  const documents = await ofOrigin;
  for (const page of pageRoutes) {
    if (kindOf(page) === 'guarded') continue;
    const titles = new Set<string>();
    for (const language of LANGUAGES) {
      const document = html(documents, { page, language, kind: 'signed-out' });
      expect(document).toContain(`<html lang="${language}">`);
      // Its frame is bare: nothing to skip.
      expect(document.includes(SKIP_LINK[language]), page).toBe(page !== LINK_PAGE);
      const title = one(document, /<title>(.*?)<\/title>/g);
      expect(title).toMatch(/^.{3,} – Framme$/);
      titles.add(title);
      expect(one(document, /<h1[^>]*>(.*?)<\/h1>/g), page).not.toBe('');
      expect(one(document, /<meta name="description" content="(.*?)" \/>/g).length).toBeGreaterThan(20);
      const isListed = kindOf(page) === 'public';
      expect(document.includes('<meta name="robots" content="noindex" />'), page).toBe(!isListed);
      if (!isListed) continue;
      expect(one(document, /<link rel="canonical" href="(.*?)" \/>/g)).toBe(ORIGIN + page);
      expect(all(document, /<link rel="alternate" hreflang="(.*?)" href="(.*?)"/g)).toEqual([
        ...LANGUAGES.map((code) => [code, `${ORIGIN}${page}?lng=${code}`]),
        ['x-default', ORIGIN + page],
      ]);
    }
    expect(titles.size, page).toBe(LANGUAGES.length);
  }
});

test('the Open Graph tags name the page, its language and its picture by absolute URLs', async () => {
  const documents = await ofOrigin;
  const asked = html(documents, { page: '/about', language: 'en', kind: 'explicit-language' });
  const properties = Object.fromEntries(all(asked, /<meta property="(og:[\w:]+)" content="(.*?)" \/>/g));
  expect(properties).toMatchObject({
    'og:type': 'website',
    'og:title': one(asked, /<title>(.*?)</g),
    'og:description': one(asked, /<meta name="description" content="(.*?)"/g),
    'og:locale': 'en_GB',
    'og:url': `${ORIGIN}/about?lng=en`,
    'og:image': `${ORIGIN}/share.png`,
  });
  const alternates = all(asked, /<meta property="(og:locale:alternate)" content="(.*?)" \/>/g);
  expect(alternates).toContainEqual(['og:locale:alternate', 'sv_SE']);
  expect(alternates).toHaveLength(LANGUAGES.length - 1);
  expect(one(asked, /<link rel="canonical" href="(.*?)"/g)).toBe(`${ORIGIN}/about?lng=en`);
  expect(statSync(join(DIST, 'client/share.png')).size).toBeGreaterThan(1000);
});

test('without a public address a document contains no absolute URL of a page', async () => {
  const document = html(await plainSite, { page: '/about', language: 'sv', kind: 'signed-out' });
  for (const sign of ['canonical', 'hreflang="sv"', 'og:url', 'og:image'])
    expect(document).not.toContain(sign);
  expect(document).toContain('og:title');
});

test('the not-found page, guarded pages and app shells are marked noindex', async () => {
  const documents = await ofOrigin;
  const names: DocumentName[] = [
    { page: '*', language: 'sv', kind: 'signed-out' },
    { page: '/dashboard', language: 'sv', kind: 'signed-out' },
    { page: '/about', language: 'en', kind: 'app-shell' },
  ];
  for (const name of names) {
    const document = html(documents, name);
    expect(one(document, /<meta name="robots" content="(.*?)"/g)).toBe('noindex');
    expect(document).not.toContain('canonical');
    expect(document).not.toContain('og:title');
  }
});

test('a document contains nothing that the content security policy forbids', async () => {
  const documents = await ofOrigin;
  for (const page of pageRoutes) {
    const document = html(documents, { page, language: 'sv', kind: 'signed-out' });
    const scripts = all(document, /<script([^>]*)>/g).map(([attributes]) => attributes ?? '');
    expect(scripts).toHaveLength(kindOf(page) === 'guarded' ? 4 : page === LINK_PAGE ? 2 : 3);
    expect(scripts.filter((script) => !/application\/json|\ssrc="\//.test(script))).toEqual([]);
    expect(document).not.toMatch(/<style|\sstyle=|\son\w+=|data:|<base/);
  }
});

test('the page behind a link says what it is before any script, loads nothing of the app, and names nobody', async () => {
  const host = { name: 'Ek & Co', contact: 'ek@example.org', origin: ORIGIN };
  const documents = await draw({ ...host, socialLinks: [{ name: 'X', href: 'https://x.example' }] });
  for (const language of LANGUAGES) {
    const document = html(documents, { page: LINK_PAGE, language, kind: 'signed-out' });
    const [before = ''] = document.split('<h1');
    expect(before).toContain('<meta name="robots" content="noindex" />');
    expect(one(document, /<h1[^>]*>(.*?)<\/h1>/g)).toBe(one(document, /<title>(.*?) – Framme</g));
    expect(document).not.toMatch(/og:|canonical|hreflang|rel="manifest"|\/assets\/|\/register|\/login/);
    const files = all(document, /"(\/visit-assets\/[\w.-]+)"/g).flat();
    expect(files.length).toBe(4);
    for (const file of files) expect(statSync(join(DIST, 'client', file)).size).toBeGreaterThan(500);
    const json = one(document, /<script type="application\/json" id="host">(.*?)<\/script>/g);
    expect(JSON.parse(json)).toEqual({ name: host.name, contact: host.contact });
  }
});

test('the name and links of the host are escaped everywhere in a document', async () => {
  const name = `</script><script>alert("1 & 2")</script>$&'`;
  const href = 'https://example.social/?a=1&b="><script>';
  const documents = await draw({ name, contact: 'anna@example.org', socialLinks: [{ name, href }] });
  const plain = html(await plainSite, { page: '/privacy', language: 'sv', kind: 'signed-out' });
  const document = html(documents, { page: '/privacy', language: 'sv', kind: 'signed-out' });
  expect(document.match(/<script/g)).toHaveLength(plain.match(/<script/g)?.length ?? 0);
  const json = one(document, /<script type="application\/json" id="host">(.*?)<\/script>/g);
  expect(JSON.parse(json)).toMatchObject({ name, socialLinks: [{ name, href }] });
  const shown = '&lt;/script&gt;&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt;$&amp;&#x27;';
  expect(document).toContain(`Drivs av ${shown}`);
  expect(document).toContain(`${shown} driver servern`);
  expect(document).toContain('<a href="mailto:anna@example.org">anna@example.org</a>');
  expect(document).not.toContain('facebook.com');
});

const ofOrigin = draw({ origin: ORIGIN });

const plainSite = draw({});

async function draw(host: Partial<typeof DEFAULT_SITE_INFO>): Promise<Documents> {
  const documents = await loadDocuments(DIST, { ...DEFAULT_SITE_INFO, ...host }, []);
  if (!documents) throw new Error('the client is not built');
  return documents;
}

function html(documents: Documents, name: DocumentName): string {
  return documents.find(name)?.identity.bytes.toString() ?? '';
}

function all(text: string, pattern: RegExp): string[][] {
  return [...text.matchAll(pattern)].map(([, ...groups]) => groups);
}

/** Returns the only match. */
function one(text: string, pattern: RegExp): string {
  const found = all(text, pattern);
  expect(found, String(pattern)).toHaveLength(1);
  return found[0]?.[0] ?? '';
}

test('prerendered documents are read from disk until the build or the host changes', async () => {
  const dist = copyOfBuild();
  const kept = () => readdirSync(join(dist, 'documents')).toSorted();
  await loadDocuments(dist, DEFAULT_SITE_INFO, []);
  const first = kept();
  expect(first).toHaveLength(1);
  await loadDocuments(dist, DEFAULT_SITE_INFO, []);
  expect(kept()).toEqual(first);
  await loadDocuments(dist, { ...DEFAULT_SITE_INFO, name: 'Anna' }, []);
  expect(kept()).toHaveLength(2);
  writeFileSync(
    join(dist, 'client/index.html'),
    `${readFileSync(join(dist, 'client/index.html'), 'utf8')}<!-- another build -->`,
  );
  await loadDocuments(dist, DEFAULT_SITE_INFO, []);
  expect(kept()).toHaveLength(1);
  expect(kept()).not.toEqual(first);
});

test('a build without a file that a page needs stops the start with a sentence', async () => {
  const dist = copyOfBuild();
  writeFileSync(join(dist, 'client/.vite/manifest.json'), '{}');
  await expect(loadDocuments(dist, DEFAULT_SITE_INFO, [])).rejects.toThrow(
    /The build has no .*which a page needs/,
  );
});

test('without a build there are no documents', async () => {
  expect(await loadDocuments(temporaryFolder(), DEFAULT_SITE_INFO, [])).toBeUndefined();
});

test('documents are available even if they cannot be stored', async () => {
  const dist = copyOfBuild();
  writeFileSync(join(dist, 'documents'), 'a file where the folder would be');
  const documents = await loadDocuments(dist, DEFAULT_SITE_INFO, []);
  expect(documents?.find({ page: '/', language: 'sv', kind: 'signed-out' })).toBeDefined();
  const other = join(temporaryFolder(), 'documents');
  await loadDocuments(dist, DEFAULT_SITE_INFO, [other]);
  expect(readdirSync(other)).toHaveLength(1);
});

/** A copy of the build without rendered documents; no package can be resolved from it. */
function copyOfBuild(): string {
  const dist = join(temporaryFolder(), 'dist');
  copyBuild(dist);
  return dist;
}

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

test('every reply carries the security headers, and data is not cached', async () => {
  const { url } = await startApp();
  for (const path of ['/', '/api/who-am-i', '/api/nothing', '/nowhere']) {
    const { headers } = await get(url, path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
    if (path.startsWith('/api')) expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('a page may do little, and what is data may do nothing as a page', async () => {
  const { url } = await startApp();
  for (const path of ['/', '/nowhere', '/apiary']) {
    const { headers } = await get(url, path);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self';connect-src 'self';font-src 'self';" +
        "manifest-src 'self';worker-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'",
    );
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
  }
  for (const path of ['/api/who-am-i', '/api/nothing'])
    expect((await get(url, path)).headers.get('content-security-policy')).toBe(
      "default-src 'none';frame-ancestors 'none'",
    );
});

test('behind https a reply sets Strict-Transport-Security', async () => {
  const { url } = await startApp({ env: { PUBLIC_URL: 'https://framme.example.org' } });
  for (const path of ['/', '/api/who-am-i'])
    expect((await get(url, path)).headers.get('strict-transport-security')).toBe('max-age=31536000');
});
