import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { findPackageJSON, stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfig, toSiteInfo } from '#server/config/config.ts';
import { VERSION } from '#server/process/version.ts';
import { ensureClientBuilt, ROOT } from './client-build.ts';
import { chooseRuntime, SERVER_FLAGS } from './launch.mjs';
import { billOfMaterials } from './release/bill-of-materials.ts';

// npm run release -- [--with-node] [folder]: a folder and an archive that run without a build.
// Equal sources give equal archives, with hashes in SHA256SUMS.

/** Nested packages are within their owner's folder. Throws if one is not installed. */
function packagesOf(root: string, names: Iterable<string>): string[] {
  const needed = new Set<string>();
  const add = (name: string, owner: string) => {
    const manifest = findPackageJSON(name, owner);
    if (manifest === undefined || needed.has(manifest)) return;
    needed.add(manifest);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
    for (const one of Object.keys(dependencies)) if (!(one in optionalDependencies)) add(one, manifest);
    for (const one of Object.keys(optionalDependencies)) {
      try {
        add(one, manifest);
      } catch {
        // Not for this platform.
      }
    }
  };
  for (const name of names) add(name, join(root, 'package.json'));
  const folders = [...needed].map((path) => dirname(relative(join(root, 'node_modules'), path)));
  return [...new Set(folders.map((path) => path.split('/node_modules/')[0] ?? ''))].sort();
}

const SHIPPED = [
  'domain/**/*.ts',
  'server/**/*.ts',
  'server/**/*.mjs',
  'scripts/framme.ts',
  'scripts/framme/**/*.ts',
];
const LEFT_OUT = /\.test\.ts$/;
/** Imports, and addresses of workers and child processes. */
const REFERENCE = /((?:from|import\(?|new URL\(|Worker\()\s*['"][^'"\n]+)\.ts(['"])/g;
const PACKAGE = /(?:from|import\(?|require\()\s*['"]((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^'"]*)?['"]/g;

/** Copies plain JavaScript; returns the packages that it imports. */
function copySources(root: string, folder: string): Set<string> {
  const packages = new Set<string>();
  for (const path of globSync(SHIPPED, { cwd: root }).filter((one) => !LEFT_OUT.test(one))) {
    const to = join(folder, path).replace(/\.ts$/, '.js');
    mkdirSync(dirname(to), { recursive: true });
    if (path.endsWith('.mjs')) {
      cpSync(join(root, path), to);
      continue;
    }
    const code = asJavaScript(readFileSync(join(root, path), 'utf8'));
    for (const [, name = ''] of code.matchAll(PACKAGE)) packages.add(name);
    writeFileSync(to, code);
  }
  return packages;
}

/** Strips types; references to .ts files become .js. */
function asJavaScript(source: string): string {
  return stripTypeScriptTypes(source).replace(REFERENCE, '$1.js$2');
}

// Drops Node's warning that type stripping may change: a release has the pinned Node's code.
process.removeAllListeners('warning');
const words = process.argv.slice(2);
const withNode = words.includes('--with-node');
const parent = words.find((word) => !word.startsWith('--')) ?? join(ROOT, 'dist/release');
const kind = withNode ? 'with-node' : 'without-node';
const name = `framme-${VERSION}-${process.platform}-${process.arch}-${kind}`;
const folder = join(parent, name);

ensureClientBuilt();
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'bin'), { recursive: true });
for (const part of ['client', 'render'])
  cpSync(join(ROOT, 'dist', part), join(folder, 'dist', part), { recursive: true });
for (const path of [
  '.env.example',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/hosting',
  'deploy/systemd',
  'deploy/framme',
  'deploy/install',
  'deploy/send-backup',
  'deploy/Caddyfile',
  'deploy/nginx.conf',
  'deploy/haproxy.cfg',
])
  cpSync(join(ROOT, path), join(folder, path), { recursive: true });
cpSync(join(ROOT, 'scripts/release/README.md'), join(folder, 'README.md'));
unlinkMissing();
const packages = packagesOf(ROOT, copySources(ROOT, folder));
for (const one of packages)
  cpSync(join(ROOT, 'node_modules', one), join(folder, 'node_modules', one), {
    recursive: true,
    filter: isNeeded,
  });
writeManifest();
writeBill();
await drawPages();
writeLauncher();
if (withNode) copyNode();
const archive = `${folder}.tar.gz`;
pack();
writeSums();
process.stdout.write(`${folder}\n${archive}\n`);

function isNeeded(path: string): boolean {
  return !/\.([mc]?ts|test\.js|map|md|markdown|tsbuildinfo)$|\/(\.bin|\.github|tests?|benchmarks?|examples?)$/i.test(
    path,
  );
}

/** A link to a file that is left out becomes plain text. */
function unlinkMissing(): void {
  for (const page of globSync('{*.md,docs/**/*.md}', { cwd: folder })) {
    const file = join(folder, page);
    const text = readFileSync(file, 'utf8').replaceAll(
      /\[([^\]]+)\]\(([^)\s]+)\)/g,
      (link, words, target) => {
        const path = target.replace(/#.*$/, '');
        return path === '' || /^[a-z]+:/.test(path) || existsSync(join(dirname(file), path)) ? link : words;
      },
    );
    writeFileSync(file, text);
  }
}

function writeManifest(): void {
  const { name, version, license, description, type, imports } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const engines = { node: '>=26' };
  writeJson('package.json', { name, version, private: true, license, description, type, engines, imports });
}

function writeBill(): void {
  const bundled = JSON.parse(readFileSync(join(ROOT, 'dist/packages.json'), 'utf8')) as string[];
  const version = withNode ? spawnSync(runtime(), ['--version'], { encoding: 'utf8' }).stdout : undefined;
  writeJson('bom.cdx.json', billOfMaterials(ROOT, [...packages, ...bundled], version?.trim().slice(1)));
}

function writeJson(path: string, value: object): void {
  writeFileSync(join(folder, path), `${JSON.stringify(value, null, 2)}\n`);
}

/** By the release's own code, so that its first start finds the cache. */
async function drawPages(): Promise<void> {
  const plain = readConfig({});
  if (Array.isArray(plain)) throw new Error(plain.join('\n'));
  const own = pathToFileURL(join(folder, 'server/pages/load-documents.js')).href;
  const { loadDocuments } = (await import(own)) as typeof import('#server/pages/load-documents.ts');
  await loadDocuments(join(folder, 'dist'), toSiteInfo(plain), []);
}

function writeLauncher(): void {
  const launcher = readFileSync(join(ROOT, 'scripts/release/framme.sh'), 'utf8');
  const file = join(folder, 'bin/framme');
  writeFileSync(file, launcher.replace('SERVER_FLAGS', SERVER_FLAGS.join(' ')));
  chmodSync(file, 0o755);
}

/** The lockfile's Node if installed, for reproducible archives. */
function runtime(): string {
  const platform = `${process.platform}-${process.arch}`;
  const pinned = chooseRuntime({ version: '0', execPath: '', platform, musl: false, root: ROOT });
  return realpathSync('node' in pinned ? pinned.node : process.execPath);
}

function copyNode(): void {
  cpSync(runtime(), join(folder, 'bin/node'));
}

/** Independent of umask, time and user. */
function pack(): void {
  const alike = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--format=gnu'];
  const packed = ['--mode=u=rwX,go=rX', '--use-compress-program=gzip --no-name', '-cf', archive, name];
  const { status } = spawnSync('tar', ['-C', parent, ...alike, ...packed], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('the archive could not be written; the reason stands above');
}

function writeSums(): void {
  const lines = globSync('framme-*.tar.gz', { cwd: parent })
    .toSorted()
    .map((one) => {
      const sum = createHash('sha256').update(readFileSync(join(parent, one)));
      return `${sum.digest('hex')}  ${one}\n`;
    });
  writeFileSync(join(parent, 'SHA256SUMS'), lines.join(''));
}
