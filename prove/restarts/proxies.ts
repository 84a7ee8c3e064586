import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { ROOT } from '#scripts/client-build.ts';
import { freePort } from '#tests/support/free-port.ts';
import { runFolder } from '#tests/support/run-folder.ts';

/** A proxy: its port, and the servers that it stands before, as host:port each. */
interface Setting {
  port: number;
  servers: readonly string[];
  /** Its files: certificate.pem, key.pem, both.pem. */
  folder: string;
}

/** A proxy: its configuration, the test of that by itself, and its start. */
export interface ReverseProxy {
  name: string;
  program: string;
  version: readonly [argument: string, number: RegExp];
  /** That of deploy/, with the names and places of this machine. */
  configured: (setting: Setting) => string;
  check: (file: string) => readonly string[];
  /** Changes the configuration after it was checked, for the client that measures. */
  adapt?: (text: string) => string;
  start: (file: string) => readonly string[];
}

/** Replaces texts of a file of deploy/. Throws if one is not in it. */
function adapted(file: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/${file} has no ${JSON.stringify(from)}`);
      return text.replaceAll(from, to);
    },
    readFileSync(join(ROOT, 'deploy', file), 'utf8'),
  );
}

const caddyBeginning = (folder: string) =>
  `{\n\tadmin off\n\tskip_install_trust\n\tauto_https off\n\tstorage file_system ${folder}/caddy\n}\n`;
const certificates = ({ folder }: Setting) => `tls ${folder}/certificate.pem ${folder}/key.pem`;

const caddy: ReverseProxy = {
  name: 'Caddy',
  program: 'caddy',
  version: ['version', /v?(\d+\.\d+\.\d+)/],
  configured: (setting) =>
    caddyBeginning(setting.folder) +
    adapted('Caddyfile', [
      ['{$FRAMME_HOST:localhost}', `https://localhost:${setting.port}`],
      ['{$FRAMME_SERVERS:localhost:3000}', setting.servers.join(' ')],
      ['\tencode zstd gzip\n', `\tencode zstd gzip\n\t${certificates(setting)}\n`],
    ]),
  check: (file) => ['validate', '--adapter', 'caddyfile', '--config', file],
  start: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
};

const nginxAround = ({ folder }: Setting, site: string) =>
  `daemon off;\npid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\naccess_log off;\n` +
  `client_body_temp_path ${folder}/body;\nproxy_temp_path ${folder}/proxy;\n${site}\n}\n`;
const nginxPlain = ({ port, servers, folder }: Setting) =>
  `upstream framme { ${servers.map((server) => `server ${server};`).join(' ')} }\n` +
  `server { listen 127.0.0.1:${port} ssl; ssl_certificate ${folder}/certificate.pem; ssl_certificate_key ${folder}/key.pem;\n` +
  'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; location / { proxy_pass http://framme; } }';

const nginx: ReverseProxy = {
  name: 'nginx',
  program: 'nginx',
  version: ['-v', /nginx\/(\S+)/],
  configured: (setting) => {
    const [server = '', options = ''] = ['\tserver 127.0.0.1:3000', ' max_fails=1 fail_timeout=2s;\n'];
    const site = adapted('nginx.conf', [
      ['listen 80;', `listen 127.0.0.1:${setting.port + 1};`],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${setting.port} ssl http2;`],
      ['server_name framme.example.org;', 'server_name localhost;'],
      ['/etc/letsencrypt/live/framme.example.org/fullchain.pem', `${setting.folder}/certificate.pem`],
      ['/etc/letsencrypt/live/framme.example.org/privkey.pem', `${setting.folder}/key.pem`],
      [server + options, setting.servers.map((one) => `\tserver ${one}${options}`).join('')],
    ]);
    return nginxAround(setting, site);
  },
  check: (file) => ['-t', '-c', file],
  // After a thousand requests nginx asks for another HTTP/2 connection; Node's fetch then drops what is under way, as no browser does.
  adapt: (text) => text.replace(' ssl http2;', ' ssl;'),
  start: (file) => ['-c', file],
};

const haproxy: ReverseProxy = {
  name: 'haproxy',
  program: 'haproxy',
  version: ['-v', /version (\S+?)[-\s]/],
  configured: ({ port, servers, folder }) =>
    adapted('haproxy.cfg', [
      ['bind :80\n', `bind 127.0.0.1:${port + 1}\n`],
      ['bind :443 ', `bind 127.0.0.1:${port} `],
      ['/etc/haproxy/framme.pem', `${folder}/both.pem`],
      [
        '\tserver one 127.0.0.1:3000 check\n',
        servers.map((server, at) => `\tserver s${at} ${server} check\n`).join(''),
      ],
    ]),
  check: (file) => ['-c', '-f', file],
  start: (file) => ['-db', '-f', file],
};

export const PROXIES: readonly ReverseProxy[] = [caddy, nginx, haproxy];
/** For a control: the shortest configuration that works, without what a restart needs. */
export const PLAIN_PROXY: ReverseProxy = {
  ...nginx,
  configured: (setting) => nginxAround(setting, nginxPlain(setting)),
};

export interface RunningProxy {
  url: string;
  stop: () => Promise<void>;
}

// An interrupted run leaves no proxies behind.
const alive = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** Returns a port of which the next one is free too. */
export async function proxyPort(): Promise<number> {
  for (let port = await freePort(); ; ) {
    const next = await freePort();
    if (next === port + 1) return port;
    port = next;
  }
}

/** Has the proxy itself check its configuration, and starts it. Throws if it does not like it. */
export async function startProxy(
  proxy: ReverseProxy,
  port: number,
  servers: readonly string[],
): Promise<RunningProxy> {
  const folder = runFolder();
  chmodSync(folder, 0o755);
  makeCertificate(folder);
  const file = join(folder, 'configuration');
  const text = proxy.configured({ port, servers, folder });
  writeFileSync(file, text);
  execFileSync(proxy.program, proxy.check(file), { stdio: 'pipe' });
  writeFileSync(file, proxy.adapt?.(text) ?? text);
  const child = spawn(proxy.program, proxy.start(file), { stdio: 'ignore' });
  alive.add(child);
  await accepting(port, child);
  return {
    url: `https://localhost:${port}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      alive.delete(child);
    },
  };
}

/** Makes a certificate for localhost that this process trusts from now on. */
function makeCertificate(folder: string): void {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...made, ...named, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  const pem = readFileSync(certificate, 'utf8');
  writeFileSync(join(folder, 'both.pem'), pem + readFileSync(key, 'utf8'));
  setDefaultCACertificates([...getCACertificates('default'), pem]);
}

async function accepting(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) break;
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await pause(50);
  }
  throw new Error('the proxy did not start');
}
