import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#domain/language.ts';
import { kindOf, LINK_PAGE, pageRoutes } from '#domain/pages/pages.ts';
import type { DocumentName } from '#domain/pages/rendering.ts';
import { DEFAULT_SITE_INFO } from '#domain/pages/site-info.ts';
import { ROOT } from '../../scripts/client-build.ts';
import type { Documents } from './load-documents.ts';
import { loadDocuments } from './load-documents.ts';

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
    expect(titles.size, page).toBe(page === '/support' ? 1 : LANGUAGES.length);
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
