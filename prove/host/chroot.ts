import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A folder or file of this machine that a chroot sees at `target`. */
export interface Mount {
  source: string;
  target: string;
  writable?: boolean;
}

export interface RunOptions {
  /** The user and group by number; root by default. */
  uid?: number;
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  input?: string | Buffer;
  /** Uses the network of this machine, not the chroot's own, which reaches nothing else. */
  online?: boolean;
}

export interface Ended {
  code: number | null;
  output: string;
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Those that are not stopped when a step fails end with this process. */
const holders = new Set<ChildProcess>();
process.once('exit', () => {
  for (const holder of holders) holder.kill('SIGKILL');
});

/** A root file system in namespaces of its own: processes, mounts and network end with it. Needs root. */
export class Chroot {
  readonly #root: string;
  readonly #holder: ChildProcess;
  /** The first process of the namespaces, seen from this machine. */
  readonly pid: number;

  private constructor(root: string, holder: ChildProcess, pid: number) {
    this.#root = root;
    this.#holder = holder;
    this.pid = pid;
  }

  /** Only `mounts` and what lies in memory (/tmp, /run) can be written if it is read-only. */
  static async start(root: string, { readOnly = false, mounts = [] as readonly Mount[] } = {}) {
    const inNamespaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child'];
    const holder = spawn('unshare', [...inNamespaces, 'bash', '-ec', setUp(root, readOnly, mounts)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    holders.add(holder);
    const [said] = (await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')])) as [unknown];
    if (!String(said).startsWith('ready')) throw new Error(`The chroot ${root} could not be set up.`);
    const children = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8');
    return new Chroot(root, holder, Number.parseInt(children, 10));
  }

  path(inside: string): string {
    return join(this.#root, inside);
  }

  /** Starts a command; its output is that of both streams. */
  spawn(command: readonly string[], { uid = 0, env = {}, cwd = '/', input, online }: RunOptions = {}) {
    const settings = Object.entries({ PATH, HOME: '/root', LANG: 'C.UTF-8', ...env });
    const child = spawn(
      'nsenter',
      [
        ...[`--target=${this.pid}`, '--mount', '--pid', '--ipc', '--uts', ...(online ? [] : ['--net'])],
        // A terminal of this machine would be asked for passwords.
        ...['setsid', '--wait', 'chroot', `--userspec=${uid}:${uid}`, '--groups=', this.#root],
        ...['env', '--ignore-environment', `--chdir=${cwd}`],
        ...settings.map(([name, value]) => `${name}=${value}`),
        ...command,
      ],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
    child.stdin.on('error', () => {}).end(input ?? '');
    const said = { child, output: '' };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said.output += chunk.toString();
      });
    return said;
  }

  async run(command: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const said = this.spawn(command, options);
    const [code] = (await once(said.child, 'close')) as [number | null];
    return { code, output: said.output };
  }

  /** Repeats a command until it succeeds. Throws with its last output. */
  async until(command: readonly string[], options: RunOptions, withinMs = 60_000): Promise<Ended> {
    const end = Date.now() + withinMs;
    for (;;) {
      const ended = await this.run(command, options);
      if (ended.code === 0) return ended;
      if (Date.now() > end) throw new Error(`never: ${command.join(' ').slice(0, 120)}: ${ended.output}`);
      await sleep(200);
    }
  }

  /** Ends every process in it. */
  async stop(): Promise<void> {
    if (this.#holder.exitCode !== null || this.#holder.signalCode !== null) return;
    const gone = once(this.#holder, 'exit');
    this.#holder.kill('SIGKILL');
    await gone;
  }
}

/** Mounts, then waits as the first process, which takes over orphans. */
function setUp(root: string, readOnly: boolean, mounts: readonly Mount[]): string {
  const bind = ({ source, target, writable = false }: Mount) => {
    const path = join(root, target);
    const point = statSync(source).isDirectory() ? path : dirname(path);
    return [
      `mkdir -p '${point}'`,
      ...(point === path ? [] : [`touch '${path}'`]),
      `mount --bind '${source}' '${path}'`,
      ...(writable ? [] : [`mount -o remount,bind,ro '${path}'`]),
    ];
  };
  return [
    'mount --make-rprivate /',
    `mount --bind '${root}' '${root}'`,
    `mount -t proc proc '${root}/proc'`,
    `mount --rbind /dev '${root}/dev'`,
    `mount -t tmpfs -o mode=1777 tmpfs '${root}/tmp'`,
    `mount -t tmpfs -o mode=755 tmpfs '${root}/run'`,
    ...mounts.flatMap(bind),
    ...(readOnly ? [`mount -o remount,bind,ro '${root}'`] : []),
    'ip link set lo up',
    'echo ready',
    'trap : CHLD; while :; do sleep 3600 & wait $! || :; done',
  ].join('\n');
}
