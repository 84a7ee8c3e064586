import { execFileSync, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '#scripts/client-build.ts';
import { freePort } from '#tests/support/free-port.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { type Claim, ensure, framme, type Part, refusal } from './claim.ts';

const SCRIPT = join(ROOT, 'deploy/send-backup');

/** deploy/send-backup, with a real ssh to a real sshd that stands in for the other machine. */
export const sentBackup: Part = {
  name: 'sent-backup',
  tools: [
    { program: 'age', get: 'apt-get install age' },
    { program: 'ssh', get: 'apt-get install openssh-client' },
    { program: 'sshd', get: 'apt-get install openssh-server' },
  ],
  run: async (prove) => {
    const machines = await twoMachines();
    try {
      await prove(readableByOneKey(machines));
      await prove(wholeOrNot(machines));
      await prove(ofLastNight(machines));
    } finally {
      machines.stop();
    }
  },
};

function readableByOneKey(machines: Machines): Claim {
  const { backup, there } = machines;
  return {
    name: 'the newest backup arrives sealed, and whoever has the private key restores it',
    run: async () => {
      machines.send();
      const [name = '', ...others] = readdirSync(there);
      ensure(others.length === 0 && name.endsWith('.db.age'), `there is ${[name, ...others]}`);
      ensure((statSync(join(there, name)).mode & 0o077) === 0, 'others can read it there');
      const opened = open(join(there, name), machines.privateKey);
      ensure(opened.equals(readFileSync(backup)), 'it is another file');
      const restored = join(machines.folder, 'opened.db');
      writeFileSync(restored, opened);
      const said = framme({ DATA_DIR: machines.folder }, 'restore', '--check', restored);
      ensure(said.includes('is whole'), said);
      return `${opened.length} bytes, ${said.split(': ').at(-1)}`;
    },
    control: {
      what: 'with another private key, as whoever takes the other machine has',
      run: async () => {
        const [name = ''] = readdirSync(there);
        return refusal(() => open(join(there, name), key(machines.folder, 'stranger').secret));
      },
    },
  };
}

function wholeOrNot(machines: Machines): Claim {
  const cut = 'head -c 3000 |';
  const arrived = () => readdirSync(machines.there).filter((name) => name.endsWith('.age'));
  const clear = () => {
    for (const name of readdirSync(machines.there)) rmSync(join(machines.there, name));
  };
  return {
    name: 'a backup that is cut off on the way gets no name there, and the service fails',
    run: async () => {
      clear();
      const said = await refusal(() => machines.send({ before: cut }));
      ensure(readdirSync(machines.there).length === 0, `there is ${readdirSync(machines.there)}`);
      return said;
    },
    control: {
      what: 'the same without comparing the sums',
      run: async () => {
        clear();
        machines.send({ before: cut, script: careless(machines, /\[ [^\]]*sha256sum[^\]]*\] && /) });
        const [name = ''] = arrived();
        return `${name} is there, and ${await refusal(() => open(join(machines.there, name), machines.privateKey))}`;
      },
    },
  };
}

/** Runs last: it makes the backup older. */
function ofLastNight(machines: Machines): Claim {
  const { backup } = machines;
  return {
    name: 'a backup of the night before last arrives too, but the service fails',
    run: async () => {
      const now = Date.now() / 1000;
      utimesSync(backup, now, now - 2 * 24 * 3600);
      return refusal(() => machines.send());
    },
    control: {
      what: 'the same without looking at its age',
      run: async () => {
        machines.send({ script: careless(machines, /-mmin -\d+/) });
        return 'the service ends as if all were well';
      },
    },
  };
}

/** Writes the script without one of its checks. */
function careless({ folder }: Machines, check: RegExp): string {
  const script = readFileSync(SCRIPT, 'utf8');
  ensure(check.test(script), `the script has no ${check}`);
  const file = join(folder, 'careless');
  writeFileSync(file, script.replace(check, ''), { mode: 0o755 });
  return file;
}

interface Machines {
  folder: string;
  /** The folder on the other machine. */
  there: string;
  /** The newest backup here. */
  backup: string;
  privateKey: string;
  /** Runs the script; `before` stands before ssh in the pipe. Throws if it fails. */
  send: (options?: { before?: string; script?: string }) => void;
  stop: () => void;
}

async function twoMachines(): Promise<Machines> {
  const folder = mkdtempSync(join(tmpdir(), 'framme-machines-'));
  const [there, bin, port] = [join(folder, 'there'), join(folder, 'bin'), await freePort()];
  for (const each of [there, bin]) mkdirSync(each);
  const sshd = await listen(folder, there, port);
  const { secret, file } = key(folder, 'backup');
  const options = `-F none -p ${port} -i ${folder}/client -o UserKnownHostsFile=${folder}/known -o StrictHostKeyChecking=accept-new`;
  const send: Machines['send'] = ({ before = '', script = SCRIPT } = {}) => {
    writeFileSync(join(bin, 'ssh'), `#!/bin/sh\n${before} exec /usr/bin/ssh ${options} "$@"\n`, {
      mode: 0o755,
    });
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, BACKUP_KEY: file };
    const words = [join(folder, 'backups'), 'root@127.0.0.1'];
    execFileSync(script, words, { env, stdio: 'pipe' });
  };
  return {
    ...{ folder, there, send, privateKey: secret, backup: await backUp(folder) },
    stop: () => {
      sshd.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts an sshd that runs each command in a folder. */
async function listen(folder: string, there: string, port: number) {
  for (const name of ['host', 'client'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
  const settings = {
    ...{ ListenAddress: '127.0.0.1', Port: port, HostKey: join(folder, 'host'), PidFile: 'none' },
    ...{ AuthorizedKeysFile: join(folder, 'client.pub'), StrictModes: 'no', UsePAM: 'no' },
    ForceCommand: `cd ${there} && sh -c "$SSH_ORIGINAL_COMMAND"`,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
  writeFileSync(join(folder, 'sshd_config'), lines.join(''));
  mkdirSync('/run/sshd', { recursive: true });
  const sshd = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', join(folder, 'sshd_config')], { stdio: 'pipe' });
  let said = '';
  sshd.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  while (!said.includes('Server listening')) {
    if (sshd.exitCode !== null) throw new Error(`sshd ended: ${said}`);
    await pause(50);
  }
  return sshd;
}

/** Backs up a server with a family. Returns the newest of two backups. */
async function backUp(folder: string): Promise<string> {
  const dataDir = join(folder, 'data');
  const server = await startServer({ dataDir, env: { LOG_LEVEL: 'silent' } });
  const family = await registerHousehold(server.url);
  const to = join(folder, 'backups');
  framme({ DATA_DIR: dataDir }, 'backup', '--to', to);
  await family.addChild();
  const { file } = JSON.parse(framme({ DATA_DIR: dataDir }, 'backup', '--to', to, '--json')) as {
    file: string;
  };
  await server.stop();
  return file;
}

/** Makes a pair of keys. Returns the files of both. */
function key(folder: string, name: string): { secret: string; file: string } {
  const [secret, file] = [join(folder, `${name}.key`), join(folder, `${name}.pub`)];
  execFileSync('age-keygen', ['--output', secret], { stdio: 'pipe' });
  writeFileSync(file, execFileSync('age-keygen', ['-y', secret]));
  return { secret, file };
}

function open(file: string, secret: string): Buffer {
  return execFileSync('age', ['--decrypt', '--identity', secret, file], {
    stdio: 'pipe',
    maxBuffer: 2 ** 30,
  });
}
