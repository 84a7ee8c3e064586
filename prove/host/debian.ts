import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#scripts/client-build.ts';
import type { Tool } from './claim.ts';

/** Its archives stay for the next run; delete the folder to have newer packages. */
const FOLDER = join(ROOT, 'dist/prove-host');

const SUITES = { 12: 'bookworm', 13: 'trixie' } as const;
export type Release = keyof typeof SUITES;

export const DEBIAN_TOOLS: readonly Tool[] = [
  { program: 'mmdebstrap', get: 'apt-get install mmdebstrap' },
  { program: 'unshare', get: 'apt-get install util-linux' },
  { program: 'ip', get: 'apt-get install iproute2' },
];

/** A folder for one run, to be removed after it. */
export function runFolder(): string {
  mkdirSync(FOLDER, { recursive: true });
  return mkdtempSync(join(FOLDER, 'run-'));
}

/** Returns an archive of a minimal Debian with these packages, and the Node that runs this as /usr/local/bin/node if asked for. */
export function debianArchive(
  release: Release,
  { packages = [] as readonly string[], withNode = false } = {},
): string {
  const words = [SUITES[release], ...packages, ...(withNode ? [`node${process.versions.node}`] : [])];
  const archive = join(FOLDER, `${words.join('-')}.tar`);
  if (existsSync(archive)) return archive;
  mkdirSync(FOLDER, { recursive: true });
  const unfinished = `${archive}.new.tar`;
  const hooks = [
    `upload ${process.execPath} /usr/local/bin/node`,
    'chroot "$1" chmod 755 /usr/local/bin/node',
  ];
  execFileSync(
    'mmdebstrap',
    [
      '--quiet',
      '--variant=minbase',
      ...(packages.length > 0 ? [`--include=${packages.join(',')}`] : []),
      ...(withNode ? hooks.map((hook) => `--customize-hook=${hook}`) : []),
      SUITES[release],
      unfinished,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  renameSync(unfinished, archive);
  return archive;
}

/** Unpacks such an archive into `folder`, which is emptied before. */
export function unpack(archive: string, folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xpf', archive, '--numeric-owner', '-C', folder]);
  return folder;
}
