import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '#scripts/client-build.ts';
import { type Claim, ensure, type Part } from './claim.ts';

const UNITS = join(ROOT, 'deploy/systemd');
const NAMES = readdirSync(UNITS).sort();
const SERVICES = NAMES.filter((name) => name.endsWith('.service'));
/** The greatest exposure that `systemd-analyze security` may find, of 10. */
const MOST_EXPOSED = 2.5;

/** The units of systemd hold no mistake, and shut their services in. */
export const units: Part = {
  name: 'units',
  tools: [{ program: 'systemd-analyze', get: 'apt-get install systemd' }],
  run: async (prove, folder) => {
    await prove(verified(folder));
    await prove(shutIn(folder));
  },
};

function verified(folder: string): Claim {
  return {
    name: 'systemd-analyze verify',
    run: async () => {
      const said = verify(rootWith(folder));
      ensure(said === '', said);
      return `nothing to say of ${NAMES.join(', ')}`;
    },
    control: {
      what: 'a misspelt key',
      run: async () => {
        const said = verify(rootWith(folder, 'NoNewPrivileges=', 'NoNewPriviliges='));
        ensure(said.includes('NoNewPriviliges'), `it said: ${said}`);
        return said.split('\n')[0] ?? '';
      },
    },
  };
}

function shutIn(folder: string): Claim {
  return {
    name: `systemd-analyze security: exposed at most ${MOST_EXPOSED} of 10`,
    run: async () => {
      const found = exposures(rootWith(folder));
      ensure(Math.max(...found) <= MOST_EXPOSED, found.join());
      return SERVICES.map((name, index) => `${name} ${found[index]}`).join(', ');
    },
    control: {
      what: 'without the filter of system calls and the capabilities taken away',
      run: async () => {
        const found = exposures(
          rootWith(folder, /^(SystemCallFilter|CapabilityBoundingSet|Protect\w+)=.*$/gm, ''),
        );
        ensure(Math.min(...found) > MOST_EXPOSED, found.join());
        return SERVICES.map((name, index) => `${name} ${found[index]}`).join(', ');
      },
    },
  };
}

/** Returns a folder with the units and the program that they start, and one change of the services. */
function rootWith(folder: string, from: string | RegExp = '', to = ''): string {
  const root = join(folder, 'root');
  rmSync(root, { recursive: true, force: true });
  const place = join(root, 'etc/systemd/system');
  cpSync(UNITS, place, { recursive: true });
  for (const name of SERVICES) {
    const text = readFileSync(join(place, name), 'utf8');
    const changed = from === '' ? text : text.replace(from, to);
    writeFileSync(join(place, name), changed);
  }
  for (const program of ['bin/framme', 'deploy/send-backup']) {
    const path = join(root, 'opt/framme', program);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '#!/bin/sh\n', { mode: 0o755 });
  }
  // Units that belong to systemd itself.
  cpSync('/lib/systemd/system', join(root, 'lib/systemd/system'), { recursive: true });
  return root;
}

/** Returns what systemd has to say of our units. */
function verify(root: string): string {
  const { stdout, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', `--root=${root}`, '--man=no', ...NAMES],
    {
      encoding: 'utf8',
    },
  );
  return `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line.includes('framme'))
    .join('\n');
}

function exposures(root: string): number[] {
  return SERVICES.map((name) => {
    const said = execFileSync(
      'systemd-analyze',
      ['security', '--offline=true', '--no-pager', join(root, 'etc/systemd/system', name)],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    );
    return Number(/Overall exposure level for \S+: ([\d.]+)/.exec(said)?.[1]);
  });
}
