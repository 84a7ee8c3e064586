import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '#scripts/client-build.ts';
import { debianArchive } from './debian.ts';
import { npmSettings } from './outside.ts';

/** The words of an image about its own start, as Docker reads it. */
interface ImageConfig {
  User: string;
  Env: readonly string[];
  Entrypoint: readonly string[];
  Cmd: readonly string[];
  Healthcheck: { Test: readonly string[] };
}

/** A built image: its root file system, unpacked, and its settings. */
export interface OciImage {
  root: string;
  config: ImageConfig;
}

/**
 * Builds deploy/Dockerfile as a host would, by buildah in a chroot. No registry is asked: the base is a minimal Debian with the
 * Node and npm that the Dockerfile expects of its base.
 */
export function buildImage(folder: string): OciImage {
  const storage = [`--root=${folder}/storage`, `--runroot=${folder}/state`, '--storage-driver=vfs'];
  const buildah = (command: string, ...words: string[]) =>
    execFileSync('buildah', [...storage, command, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64e6,
    }).trim();
  const base = buildah('from', 'scratch');
  const packages = ['ca-certificates', 'libatomic1', 'nodejs', 'npm'];
  buildah('add', '--quiet', base, debianArchive(13, { packages, withNode: true }), '/');
  buildah('commit', '--quiet', '--rm', base, 'localhost/framme-base');
  buildah(
    'bud',
    ...['--isolation=chroot', '--format=docker', '--layers=false', '--tag=framme'],
    ...npmSettings(folder, '/root/.npmrc').map(({ source, target }) => `--volume=${source}:${target}:ro`),
    '--build-arg=BASE=localhost/framme-base',
    `--file=${join(ROOT, 'deploy/Dockerfile')}`,
    ROOT,
  );
  const inspected = JSON.parse(buildah('inspect', '--type=image', 'framme')) as {
    Docker: { config: ImageConfig };
  };
  const root = buildah('mount', buildah('from', 'framme'));
  return { root, config: inspected.Docker.config };
}

/** Returns the settings that the image brings. */
export function environmentOf({ config }: OciImage): Record<string, string> {
  return Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
}

/** Returns the command of its health check. */
export function healthCheckOf({ config }: OciImage): readonly string[] {
  const [kind, ...command] = config.Healthcheck.Test;
  if (kind !== 'CMD') throw new Error('The health check needs a shell.');
  return command;
}
