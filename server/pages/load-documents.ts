import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
import type { DocumentName } from '#domain/pages/rendering.ts';
import type { SiteInfo } from '#domain/pages/site-info.ts';
import { makeFolder } from '../process/files.ts';
import { CannotStart } from '../process/startup-messages.ts';
import { type Compressed, type Representations, representationsOf } from './representations.ts';

const RENDERER = fileURLToPath(new URL('renderer.ts', import.meta.url));
const PARTS = [
  ...['client/index.html', 'client/.vite/manifest.json'],
  ...['client/visit.html', 'client/.vite/visit-manifest.json'],
  'render/render.js',
];

/**
 * Cached on disk, in `dist` or the first writable of `otherFolders`. Undefined if the client is not
 * built; rejects with CannotStart.
 */
export async function loadDocuments(
  dist: string,
  host: SiteInfo,
  otherFolders: readonly string[],
): Promise<Documents | undefined> {
  if (!PARTS.every((part) => existsSync(join(dist, part)))) return undefined;
  const build = hashOf([process.versions.node, ...sourcesIn(dist)]);
  const entry = {
    folders: [join(dist, 'documents'), ...otherFolders],
    build,
    name: `${build}-${hashOf([JSON.stringify(host)])}`,
  };
  const documents = readCache(entry) ?? writeCache(await render(dist, host), entry);
  return documentsOf(entry.name, deserialize(documents) as CompressedDocument[]);
}

/** One file per build and site settings. */
interface CacheEntry {
  folders: readonly string[];
  build: string;
  name: string;
}

/** Chunks count by name, which contains a hash of the contents. */
function sourcesIn(dist: string): (Buffer | string)[] {
  const chunks = join(dist, 'render/assets');
  const names = existsSync(chunks) ? readdirSync(chunks).sort() : [];
  return [
    ...[...PARTS.map((part) => join(dist, part)), RENDERER].map((path) => readFileSync(path)),
    ...names,
  ];
}

function hashOf(parts: readonly (Buffer | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest('hex').slice(0, 32);
}

function readCache({ folders, name }: CacheEntry): Buffer | undefined {
  for (const folder of folders) {
    try {
      return readFileSync(join(folder, name));
    } catch {
      // Missing, or another user's.
    }
  }
  return undefined;
}

/** Removes other builds' entries. */
function writeCache(documents: Buffer, { folders, build, name }: CacheEntry): Buffer {
  folders.some((folder) => {
    try {
      makeFolder(folder);
      const outdated = readdirSync(folder).filter((older) => !older.startsWith(build));
      for (const older of outdated) rmSync(join(folder, older), { force: true });
      const partial = join(folder, `${name}.${process.pid}`);
      writeFileSync(partial, documents);
      renameSync(partial, join(folder, name));
      return true;
    } catch {
      // Without a writable folder every start renders again.
      return false;
    }
  });
  return documents;
}

async function render(dist: string, host: SiteInfo): Promise<Buffer> {
  const child = spawn(process.execPath, [RENDERER, dist], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(JSON.stringify(host));
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on('close', resolve).on('error', reject),
  );
  const [documents, errors, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new CannotStart(`The pages could not be rendered:\n${errors}`);
  return documents;
}

export interface Documents {
  /** Names the build and the site settings. */
  id: string;
  /** Falls back to the app shell, a guarded page's only document; undefined if not built. */
  find(name: DocumentName): Representations | undefined;
}

type CompressedDocument = DocumentName & Compressed;

export function documentsOf(id: string, compressed: readonly CompressedDocument[]): Documents {
  const found = new Map(compressed.map((one) => [keyOf(one), representationsOf(one)]));
  return {
    id,
    find: (name) => found.get(keyOf(name)) ?? found.get(keyOf({ ...name, kind: 'app-shell' })),
  };
}

function keyOf({ page, language, kind }: DocumentName): string {
  return `${kind} ${language} ${page}`;
}
