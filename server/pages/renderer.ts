import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serialize } from 'node:v8';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { BuiltEntry, DocumentName, RenderedDocument, Renderer } from '#domain/pages/rendering.ts';
import type { SiteInfo } from '#domain/pages/site-info.ts';
import type { Compressed } from './representations.ts';

// A child process, so the server never loads React: build folder as argument, site settings as JSON
// on stdin, serialized documents on stdout.

/** 64 kB suffices for a page; clearing the usual 4 MB took most of the time. */
const QUICK_AND_SMALL = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 },
};

const [dist = ''] = process.argv.slice(2);
const host = JSON.parse(readFileSync(0, 'utf8')) as SiteInfo;
const { renderDocuments } = (await import(pathToFileURL(join(dist, 'render/render.js')).href)) as Renderer;
const documents = await renderDocuments({
  ...readEntry('index.html', 'manifest.json'),
  linkPage: readEntry('visit.html', 'visit-manifest.json'),
  host,
});
process.stdout.write(serialize(documents.map(compress)));

function readEntry(template: string, manifest: string): BuiltEntry {
  const read = (file: string) => readFileSync(join(dist, 'client', file), 'utf8');
  return {
    template: read(template),
    manifest: JSON.parse(read(`.vite/${manifest}`)) as BuiltEntry['manifest'],
  };
}

function compress({ html, ...name }: RenderedDocument): DocumentName & Compressed {
  const identity = Buffer.from(html);
  return {
    ...name,
    identity,
    br: brotliCompressSync(identity, QUICK_AND_SMALL),
    gzip: gzipSync(identity, { level: 9 }),
  };
}
