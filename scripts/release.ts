import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfig } from '#server/config/config.ts';
import { hostOf } from '#server/config/host.ts';
import { VERSION } from '#server/process/version.ts';
import { ensureClientBuilt, ROOT } from './client-build.ts';
import { SERVER_FLAGS } from './launch.mjs';
import { packagesOf } from './release/packages.ts';
import { copySources } from './release/sources.ts';

// Makes a folder and an archive of it that run Framme without building anything: npm run release -- [--with-node] [folder].
// They hold the built client, the pages of a host without a name, plain JavaScript, and the packages that run.

const words = process.argv.slice(2);
const withNode = words.includes('--with-node');
const parent = words.find((word) => !word.startsWith('--')) ?? join(ROOT, 'dist/release');
const folder = join(parent, `framme-${VERSION}`);

ensureClientBuilt();
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'bin'), { recursive: true });
for (const part of ['client', 'render'])
  cpSync(join(ROOT, 'dist', part), join(folder, 'dist', part), { recursive: true });
for (const path of [
  '.env.example',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/self-hosting.md',
  'docs/point-in-time-recovery.md',
  'deploy/systemd',
  'deploy/framme',
  'deploy/send-backup',
  'deploy/Caddyfile',
  'deploy/nginx.conf',
  'deploy/haproxy.cfg',
])
  cpSync(join(ROOT, path), join(folder, path), { recursive: true });
const imported = copySources(ROOT, folder);
for (const name of packagesOf(ROOT, imported))
  cpSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), {
    recursive: true,
    filter: isNeeded,
  });
writeManifest();
await drawPages();
writeLauncher();
if (withNode) copyNode();
const archive = `${folder}.tar.gz`;
pack();
process.stdout.write(`${folder}\n${archive}\n`);

/** Types, maps, documents and tests of packages are left out. */
function isNeeded(path: string): boolean {
  return !/\.([mc]?ts|test\.js|map|md|markdown|tsbuildinfo)$|\/(\.bin|\.github|tests?|benchmarks?|examples?)$/i.test(
    path,
  );
}

function writeManifest(): void {
  const { name, version, description, type, imports } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const manifest = { name, version, private: true, description, type, engines: { node: '>=26' }, imports };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** By the release's own code, on which the names of the drawn pages depend: its first start then finds them. */
async function drawPages(): Promise<void> {
  const plain = readConfig({});
  if (Array.isArray(plain)) throw new Error(plain.join('\n'));
  const own = pathToFileURL(join(folder, 'server/pages/load-documents.js')).href;
  const { loadDocuments } = (await import(own)) as typeof import('#server/pages/load-documents.ts');
  await loadDocuments(join(folder, 'dist'), hostOf(plain), []);
}

function writeLauncher(): void {
  const launcher = readFileSync(join(ROOT, 'scripts/release/framme.sh'), 'utf8');
  const file = join(folder, 'bin/framme');
  writeFileSync(file, launcher.replace('SERVER_FLAGS', SERVER_FLAGS.join(' ')));
  chmodSync(file, 0o755);
}

function copyNode(): void {
  cpSync(realpathSync(process.execPath), join(folder, 'bin/node'));
}

/** The same contents give the same archive. */
function pack(): void {
  const alike = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0'];
  const { status } = spawnSync('tar', ['-C', parent, ...alike, '-czf', archive, `framme-${VERSION}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('the archive could not be written; the reason stands above');
}
