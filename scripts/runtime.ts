import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ROOT } from './client-build.ts';

// Usage: npm run runtime, with access to nodejs.org, after raising Node's version in package.json.

const DIST = 'https://nodejs.org/dist/';

/** SHA-256 of the binary, by the name of Node's package. */
export const CHECKSUMS = readJson('scripts/runtime-checksums.json');

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function readJson<T = Record<string, string>>(path: string): T {
  return JSON.parse(readFileSync(`${ROOT}${path}`, 'utf8')) as T;
}

/**
 * The archive at `dist` must match its SHASUMS256.txt and the recorded checksum; returns a sentence
 * if not.
 */
export async function compareRelease(dist: string, name: string, version: string, recorded: string) {
  const platform = name.replace(/^node-(bin-)?/, '');
  const stem = `node-v${version}-${platform}`;
  const file = platform === 'win-x64' ? 'win-x64/node.exe' : `${stem}.tar.gz`;
  const folder = `${dist}v${version}/`;
  const [sums, archive] = await Promise.all([download(`${folder}SHASUMS256.txt`), download(folder + file)]);
  const listed = sums
    .toString()
    .split('\n')
    .map((line) => line.split(/\s+/));
  if (listed.find(([, path]) => path === file)?.[0] !== sha256(archive))
    return `${file} is not the one in SHASUMS256.txt.`;
  const published = sha256(file.endsWith('.exe') ? archive : unpack(archive, `${stem}/bin/node`));
  return published === recorded ? undefined : `${name} ${version}: nodejs.org publishes ${published}.`;
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

function unpack(archive: Buffer, member: string): Buffer {
  const { stdout, stderr, status } = spawnSync('tar', ['-xzOf', '-', member], {
    input: archive,
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (status !== 0) throw new Error(stderr.toString());
  return stdout;
}

if (import.meta.main) {
  const { optionalDependencies } = readJson<Record<string, Record<string, string>>>('package.json');
  for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
    const problem = await compareRelease(DIST, name, version, CHECKSUMS[name] ?? '');
    console.log(problem ?? `${name} ${version} is as nodejs.org publishes it.`);
    if (problem) process.exitCode = 1;
  }
}
