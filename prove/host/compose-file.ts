import { execFileSync, spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import type { Mount } from './chroot.ts';

/** A service of a compose file as docker-compose reads it, as far as it is run here. */
export interface Service {
  image: string;
  entrypoint?: readonly string[];
  command?: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** `source:target:mode`. */
  tmpfs?: readonly string[];
  volumes?: readonly (string | { source: string; target: string })[];
  secrets?: readonly { source: string }[];
  healthcheck?: { test: readonly string[] };
}

export interface ComposeFile {
  services: Readonly<Record<string, Service>>;
  secrets?: Readonly<Record<string, { file: string }>>;
}

const AS_JSON = 'import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))';

/** Returns what `docker-compose config` says, or throws its complaint. */
export function readCompose(file: string): ComposeFile {
  const { status, stdout, stderr } = spawnSync('docker-compose', ['--file', file, 'config'], {
    encoding: 'utf8',
    // It looks for .env in the folder of the file.
    cwd: dirname(file),
  });
  if (status !== 0) throw new Error(stderr.trim());
  // Docker-compose 1 knows no JSON, and brings Python's YAML.
  return JSON.parse(execFileSync('/usr/bin/python3', ['-c', AS_JSON], { encoding: 'utf8', input: stdout }));
}

/** Returns the folder or file of a service's volume. */
export function mountOf(volume: string | { source: string; target: string }): Mount {
  const [source = '', target = '', mode] =
    typeof volume === 'string' ? volume.split(':') : [volume.source, volume.target];
  return { source, target, writable: mode !== 'ro' };
}
