import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { ROOT } from './client-build.ts';

// Builds the client, the prerendering bundle and compressed copies. Runs in a separate process.

const COMPRESSED = new Set(['.js', '.css', '.svg', '.webmanifest']);
const configFile = join(ROOT, 'vite.config.ts');
const quiet = { configFile, logLevel: 'warn' } as const;

const built = [
  await build(quiet),
  await build({ ...quiet, configFile: join(ROOT, 'vite.link-page.config.ts') }),
];
const drawing = await build({
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
writeFileSync(join(ROOT, 'dist/packages.json'), JSON.stringify(packagesIn([...built, drawing])));
await writeManifests(join(ROOT, 'dist/client'));
compress(join(ROOT, 'dist/client'));

/** For a release's bill of materials. */
function packagesIn(results: readonly Awaited<ReturnType<typeof build>>[]): string[] {
  const outputs = results
    .flatMap((result) => ('close' in result ? [] : result))
    .flatMap(({ output }) => output);
  const modules = outputs.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
  const found = modules.map((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? '');
  return [...new Set(found)].filter(Boolean).toSorted();
}

/** One per language, and the default one at the address that older installed apps know. */
async function writeManifests(folder: string): Promise<void> {
  const { renderManifests }: typeof import('#client/prerender/render.tsx') = await import(
    pathToFileURL(join(ROOT, 'dist/render/render.js')).href
  );
  const manifests = renderManifests();
  for (const [path, manifest] of manifests) writeFileSync(join(folder, path), manifest);
  const [first = ''] = manifests.values();
  writeFileSync(join(folder, 'manifest.webmanifest'), first);
}

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
