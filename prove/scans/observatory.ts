import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createPlain, request } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { join } from 'node:path';
import { startServer } from '#tests/support/server/server-process.ts';
import { ROOT } from '../defences/tree.ts';
import type { Figure, Finding } from '../figure.ts';
import { outputOf, scratchFolder } from './scan-target.ts';

const VERSION = '1.4.8';
const HOME = join(ROOT, `node_modules/.cache/observatory-${VERSION}`);

/** Figure 25: the headers of a page behind https. */
export const observatory: Figure = {
  number: 25,
  title: 'MDN HTTP Observatory: a page behind https',
  aim: 'grade A+',
  tools: [{ name: 'openssl', get: 'Debian has it: apt-get install openssl' }],
  long: { rounds: 1, withinMs: 0 },
  short: { rounds: 1, withinMs: 0 },
  run: () => gradeBehindHttps([]),
  control: {
    what: 'the same server without a content security policy',
    rounds: 1,
    run: () => gradeBehindHttps(['content-security-policy']),
  },
};

/** Grades the server behind a proxy that removes the headers in `taken`. */
async function gradeBehindHttps(taken: readonly string[]): Promise<Finding> {
  install();
  const behindHttps = { PUBLIC_URL: 'https://localhost', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'silent' };
  const server = await startServer({ env: behindHttps });
  const certificate = makeCertificate();
  const front = await startProxy(server.url, certificate, taken);
  try {
    const scan = join(HOME, 'node_modules/@mdn/mdn-http-observatory/src/scan.js');
    const printed = await outputOf(process.execPath, [scan, 'localhost'], 60_000, {
      NODE_EXTRA_CA_CERTS: certificate.cert,
    });
    const { scan: result } = JSON.parse(printed) as { scan?: { grade: string; score: number } };
    if (!result) throw new Error(`the observatory could not scan: ${printed}`);
    const found = `@mdn/mdn-http-observatory ${VERSION}: grade ${result.grade}, score ${result.score}`;
    return { rounds: 1, found, holds: result.grade === 'A+' };
  } finally {
    front();
    await server.kill();
  }
}

/** Installs without its scripts, which fetch lists that a scan of this host does not need. */
function install(): void {
  const inside = join(HOME, 'node_modules/@mdn/mdn-http-observatory');
  if (existsSync(join(inside, 'conf/hsts-preload.json'))) return;
  mkdirSync(HOME, { recursive: true });
  writeFileSync(join(HOME, 'package.json'), '{"private":true}');
  const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', [...options, `@mdn/mdn-http-observatory@${VERSION}`], { cwd: HOME, stdio: 'ignore' });
  writeFileSync(join(inside, 'conf/tld-list.json'), '[]');
  writeFileSync(join(inside, 'conf/hsts-preload.json'), '{}');
}

interface Certificate {
  key: string;
  cert: string;
}

function makeCertificate(): Certificate {
  const folder = scratchFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const what = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const where = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', ...what, ...where], { stdio: 'ignore' });
  return { key, cert };
}

/** A reverse proxy as a host has it: https on 443, and a redirect on 80. Returns its stop. */
async function startProxy(
  url: string,
  { key, cert }: Certificate,
  taken: readonly string[],
): Promise<() => void> {
  const tls = { key: readFileSync(key), cert: readFileSync(cert) };
  const secure = createSecure(tls, (incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-forwarded-proto': 'https' };
    const onward = request(url + incoming.url, { method: incoming.method, headers }, (answer) => {
      for (const name of taken) delete answer.headers[name];
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  const plain = createPlain((incoming, outgoing) => {
    outgoing.writeHead(301, { location: `https://localhost${incoming.url}` }).end();
  });
  await Promise.all([listen(secure, 443), listen(plain, 80)]);
  return () => {
    secure.closeAllConnections();
    plain.closeAllConnections();
    secure.close();
    plain.close();
  };
}

function listen(server: ReturnType<typeof createPlain>, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve());
  });
}
