import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '#scripts/client-build.ts';
import { Chroot, type RunOptions } from './chroot.ts';
import { debianArchive, type Release, unpack } from './debian.ts';
import { Families } from './family.ts';
import { npmSettings } from './outside.ts';

/** The names of the page, which lead to the chroot itself. */
const NAMES = [
  ...['framme', 'smtp', 'db', 'db1', 'other'].map((name) => `127.0.0.1 ${name}.example.org`),
  '127.0.0.2 db2.example.org',
];
/** The user without rights of the page. */
const PLAIN = 1000;
const AUTHORITIES = '/etc/ssl/authorities.pem';
const UPLOADS = '/root';

/** Files that stand in for what a chroot lacks: systemd, and a certificate authority that can reach it. */
const STAND_INS: Readonly<Record<string, string>> = {
  [AUTHORITIES]: '',
  '/etc/hosts': `127.0.0.1 localhost\n${NAMES.join('\n')}\n`,
  // Nothing of it outlives a power cut anyway.
  '/etc/dpkg/dpkg.cfg.d/quick': 'force-unsafe-io\n',
  // Packages must not start their services: there is nothing that starts them.
  '/usr/sbin/policy-rc.d': '#!/bin/sh\nexit 101\n',
  '/etc/caddy/internal': '{\n\tlocal_certs\n\tskip_install_trust\n}\nimport /etc/caddy/Caddyfile\n',
  '/etc/systemd/system/caddy.service.d/internal.conf':
    '[Service]\nExecStart=/usr/bin/caddy run --config /etc/caddy/internal --adapter caddyfile\n',
  '/etc/systemd/system/framme.service.d/authorities.conf': `[Service]\nEnvironment=NODE_EXTRA_CA_CERTS=${AUTHORITIES}\n`,
};

const SETTINGS = {
  DEBIAN_FRONTEND: 'noninteractive',
  npm_config_userconfig: '/run/outside/npmrc',
  NODE_EXTRA_CA_CERTS: AUTHORITIES,
};

/** A minimal Debian in a chroot, as docs/hosting/install.md begins with. */
export class EmptyServer {
  readonly chroot: Chroot;
  readonly release: Release;
  readonly families: Families;

  private constructor(chroot: Chroot, release: Release) {
    this.chroot = chroot;
    this.release = release;
    this.families = new Families(chroot, {
      url: 'https://framme.example.org',
      hosts: chroot.path('/etc/hosts'),
      authority: chroot.path(AUTHORITIES),
    });
  }

  static async start(release: Release, folder: string): Promise<EmptyServer> {
    const root = unpack(debianArchive(release), join(folder, `debian-${release}`));
    for (const [path, text] of Object.entries(STAND_INS)) write(join(root, path), text);
    chmodSync(join(root, '/usr/sbin/policy-rc.d'), 0o755);
    const standIn = join(root, '/usr/local/sbin/systemctl');
    copyFileSync(fileURLToPath(new URL('systemctl.sh', import.meta.url)), standIn);
    chmodSync(standIn, 0o755);
    const mounts = [
      ...npmSettings(folder, '/run/outside/npmrc'),
      { source: '/etc/resolv.conf', target: '/etc/resolv.conf' },
    ];
    const server = new EmptyServer(await Chroot.start(root, { mounts }), release);
    await server.root(`useradd --create-home --uid ${PLAIN} host && mkdir /home/host/framme`);
    return server;
  }

  /** Runs commands as root, where an administrator would. Returns what they print; throws if one fails. */
  root(code: string, options: RunOptions = {}): Promise<string> {
    return this.#run(code, { cwd: UPLOADS, ...options });
  }

  /** Runs commands as the plain user, in the checkout if there is one. */
  plain(code: string, options: RunOptions = {}): Promise<string> {
    return this.#run(code, this.#asPlain(options));
  }

  /** Starts commands as the plain user that do not end by themselves; `stopPlain` ends them. */
  startPlain(code: string, options: RunOptions = {}) {
    return this.chroot.spawn(['bash', '-ec', code], this.#asPlain(options));
  }

  /** Asks all processes of the plain user to end. */
  stopPlain() {
    return this.chroot.run(['bash', '-c', 'kill -TERM -1'], { uid: PLAIN });
  }

  /** Copies the checkout, as git has it and with its changes, to the plain user's home. */
  async copyCheckout(): Promise<void> {
    const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    for (const path of listed.trim().split('\n'))
      cpSync(join(ROOT, path), join(this.chroot.path('/home/host/framme'), path), { force: true });
    await this.root('chown --recursive host: /home/host');
  }

  /** Puts a file where the administrator types. */
  upload(file: string, name: string): void {
    copyFileSync(file, this.chroot.path(`${UPLOADS}/${name}`));
  }

  has(path: string): boolean {
    return existsSync(this.chroot.path(path));
  }

  /** Adds a certificate to those that Framme and the families trust. */
  trust(certificate: string): void {
    appendFileSync(this.chroot.path(AUTHORITIES), certificate);
  }

  #asPlain({ env = {}, ...options }: RunOptions): RunOptions {
    const cwd = '/home/host/framme';
    return { uid: PLAIN, cwd, env: { HOME: '/home/host', ...SETTINGS, ...env }, ...options };
  }

  async #run(code: string, { env = {}, ...options }: RunOptions): Promise<string> {
    const settings = { ...options, env: { ...SETTINGS, ...env } };
    const ended = await this.chroot.run(['bash', '-ec', code], settings);
    if (ended.code === 0) return ended.output;
    throw new Error(`Debian ${this.release}: ${code.trim()}\nended with ${ended.code}:\n${ended.output}`);
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
