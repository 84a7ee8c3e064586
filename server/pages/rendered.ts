import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
import type { Host } from '#domain/pages/host.ts';
import { type CompressedDocument, type Documents, documentsOf } from './documents.ts';

const RENDERER = fileURLToPath(new URL('renderer.ts', import.meta.url));
const PARTS = ['client/index.html', 'client/.vite/manifest.json', 'render/render.js'];

/** Its message is for whoever starts the server. */
export class CannotDrawPages extends Error {
  override readonly name = 'CannotDrawPages';
}

/**
 * The documents of a build for a host: from the disk where they were drawn before, else drawn by a process of its own.
 * In: the folder that holds the build. Out: undefined where the client is not built. Rejects with CannotDrawPages.
 */
export async function renderedDocuments(dist: string, host: Host): Promise<Documents | undefined> {
  if (!PARTS.every((part) => existsSync(join(dist, part)))) return undefined;
  const build = hashOf([process.versions.node, ...sourcesIn(dist)]);
  const place = {
    folder: join(dist, 'documents'),
    build,
    name: `${build}-${hashOf([JSON.stringify(host)])}`,
  };
  const kept = read(place) ?? keep(await draw(dist, host), place);
  return documentsOf(deserialize(kept) as CompressedDocument[]);
}

/** Where drawn documents are kept: a file for each host, named after its build. */
interface Place {
  folder: string;
  build: string;
  name: string;
}

/** All that decides what is drawn, but for the host; names of chunks hold hashes of their contents. */
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

function read({ folder, name }: Place): Buffer | undefined {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file) : undefined;
}

/** Of an older build nothing stays. */
function keep(documents: Buffer, { folder, build, name }: Place): Buffer {
  try {
    mkdirSync(folder, { recursive: true });
    const outdated = readdirSync(folder).filter((older) => !older.startsWith(build));
    for (const older of outdated) rmSync(join(folder, older), { force: true });
    const partial = join(folder, `${name}.${process.pid}`);
    writeFileSync(partial, documents);
    renameSync(partial, join(folder, name));
  } catch {
    // A folder that takes nothing is no fault: the documents are here, and are drawn anew at the next start.
  }
  return documents;
}

async function draw(dist: string, host: Host): Promise<Buffer> {
  const child = spawn(process.execPath, [RENDERER, dist], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(JSON.stringify(host));
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on('close', resolve).on('error', reject),
  );
  const [documents, said, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new CannotDrawPages(`The pages could not be drawn:\n${said}`);
  return documents;
}
