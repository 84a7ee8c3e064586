import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { LANGUAGES } from '#domain/language.ts';
import { pageRoutes } from '#domain/pages/pages.ts';
import { documentsOf } from '#server/pages/load-documents.ts';
import { type AppOptions, type AppUnderTest, startApp } from './app.ts';

const SCRIPT = 'export {};';

/** A stub build: documents that name themselves, a hashed script, and files that must not be served. */
export const stubClient: AppOptions = {
  change: ({ config }) => ({ clientFolder: stubFolder(config.dataDir), documents: stubDocuments() }),
};

export const startStubClient = (env: Record<string, string> = {}): Promise<AppUnderTest> =>
  startApp({ ...stubClient, env });

function stubFolder(dataDir: string): string {
  const clientFolder = join(dataDir, 'stub');
  mkdirSync(clientFolder);
  const files = {
    'index.html': 'not a page',
    'assets/app-1a2b.js': SCRIPT,
    'assets/app-1a2b.js.br': brotliCompressSync(SCRIPT),
    'assets/app-1a2b.js.gz': gzipSync(SCRIPT),
    'visit-assets/start-1a2b.js': SCRIPT,
    'manifest.webmanifest': '{}',
    'service-worker.js': 'serve(self.BUILD);',
    'remove-worker.js': 'remove();',
    '.vite/manifest.json': '{"secret":true}',
  };
  for (const folder of ['assets', 'visit-assets', '.vite']) mkdirSync(join(clientFolder, folder));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(clientFolder, name), text);
  return clientFolder;
}

function stubDocuments() {
  const names = ([...pageRoutes, '*'] as const).flatMap((page) =>
    LANGUAGES.flatMap((language) =>
      (['signed-out', 'explicit-language', 'app-shell'] as const).map((kind) => ({ page, language, kind })),
    ),
  );
  return documentsOf(
    'stub',
    names.map((name) => {
      const identity = Buffer.from(`<!doctype html>${name.kind} ${name.language} ${name.page}`);
      return { ...name, identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) };
    }),
  );
}
