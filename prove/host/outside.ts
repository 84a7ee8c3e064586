import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from './chroot.ts';

const CERTIFICATES = '/run/outside/certificates.pem';

/**
 * Writes an npmrc with this machine's registry and certificates into `folder`, for npm inside a chroot. Returns what has to be
 * mounted there, the npmrc at `target`. Nothing of it stays in what is built.
 */
export function npmSettings(folder: string, target: string): Mount[] {
  const setting = (name: string) => {
    const value = execFileSync('npm', ['config', 'get', name], { encoding: 'utf8', cwd: '/' }).trim();
    return ['', 'null', 'undefined'].includes(value) ? undefined : value;
  };
  const certificates = [setting('cafile'), process.env.NODE_EXTRA_CA_CERTS].find(
    (file) => file !== undefined && existsSync(file),
  );
  const registry = setting('registry');
  const lines = [
    ...(registry === undefined ? [] : [`registry=${registry}`]),
    ...(certificates === undefined ? [] : [`cafile=${CERTIFICATES}`]),
    ...['audit=false', 'fund=false', 'update-notifier=false'],
  ];
  const npmrc = join(folder, 'npmrc');
  writeFileSync(npmrc, `${lines.join('\n')}\n`);
  return [
    { source: npmrc, target },
    ...(certificates === undefined ? [] : [{ source: certificates, target: CERTIFICATES }]),
  ];
}
