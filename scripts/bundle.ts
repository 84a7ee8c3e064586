import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { ROOT } from './client-build.ts';

// In a process of its own: the client for browsers, the bundle by which the server draws its documents, and what of the
// client is worth compressing, compressed as far as it goes.

const COMPRESSED = new Set(['.js', '.css', '.svg', '.webmanifest']);
const configFile = join(ROOT, 'vite.config.ts');
const quiet = { configFile, logLevel: 'warn' } as const;

await build(quiet);
await build({
  ...quiet,
  publicDir: false,
  build: { ssr: 'prerender/render.tsx', outDir: '../dist/render', manifest: false, minify: false },
});
compress(join(ROOT, 'dist/client'));

function compress(folder: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const file of files) {
    if (!file.isFile() || !COMPRESSED.has(extname(file.name))) continue;
    const path = join(file.parentPath, file.name);
    const contents = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: contents.length };
    writeFileSync(`${path}.br`, brotliCompressSync(contents, { params }));
    writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }));
  }
}
