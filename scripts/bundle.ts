import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { ROOT } from './client-build.ts';

// Builds the client, the bundle that prerenders its documents, and compressed copies of its files. Runs in a
// separate process.

const COMPRESSED = new Set(['.js', '.css', '.svg', '.webmanifest']);
const configFile = join(ROOT, 'vite.config.ts');
const quiet = { configFile, logLevel: 'warn' } as const;

await build(quiet);
await build({
  ...quiet,
  publicDir: false,
  build: {
    ssr: 'prerender/render.tsx',
    outDir: '../dist/render',
    manifest: false,
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js' } },
  },
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
