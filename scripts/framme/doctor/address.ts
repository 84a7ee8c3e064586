import type { Config } from '#server/config/config.ts';
import { type Check, checksOf, reasonOf, TRUST_OWN } from './check.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const WAIT_MS = 5000;

/** From a browser's view: https, the proxy's headers, and what the proxy must not change. */
export async function* checkAddress(config: Config): AsyncIterable<Check> {
  const { ok, warning } = checksOf('address');
  const { publicOrigin, host, trustProxy } = config;
  if (publicOrigin === undefined) {
    yield LOOPBACK.has(host)
      ? ok('Only this machine reaches it; phones need PUBLIC_URL with https.')
      : warning(
          `It listens on ${host} without PUBLIC_URL: browsers on other devices refuse to sign in and to store taps.`,
          'Put a proxy with https in front, and set PUBLIC_URL (docs/hosting/install.md).',
        );
  } else if (!publicOrigin.startsWith('https:')) yield ok(`${publicOrigin} is this machine alone.`);
  else {
    if (trustProxy === false)
      yield warning(
        'PUBLIC_URL is https and TRUST_PROXY is false: behind a proxy all visitors count as one.',
        'Set TRUST_PROXY, or nothing if no proxy is there.',
      );
    yield* checkPublic(publicOrigin);
  }
}

async function* checkPublic(origin: string): AsyncIterable<Check> {
  const { ok, problem } = checksOf('address');
  try {
    const health = await ask(`${origin}/healthz`);
    if (health.status === 200) {
      const found = await Array.fromAsync(checkProxy(origin, health));
      yield ok(`${origin} answers by https.`);
      yield* found;
    } else yield problem(`${origin} answers ${health.status}.`, 'Start Framme, or correct the proxy.');
  } catch (error) {
    const reason = reasonOf(error);
    const [, state, remedy] = CAUSES.find(([code]) => code.test(reason)) ?? ELSE;
    yield checksOf('address')[state](`${origin} cannot be reached from here (${reason}).`, remedy);
  }
}

/** No known authority signed the certificate. */
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)/;

type Cause = readonly [RegExp, 'warning' | 'problem', string];

/** The first match counts. */
const CAUSES: readonly Cause[] = [
  [UNTRUSTED, 'problem', `${TRUST_OWN}; else let the proxy send its whole chain.`],
  [/NOT_YET_VALID/, 'problem', 'Set the clock of this machine right.'],
  [/ALTNAME/, 'problem', 'The certificate is for another name: correct that of the proxy, or PUBLIC_URL.'],
  [/CERT/, 'problem', 'Renew the certificate of the proxy.'],
  [/WRONG_VERSION/, 'problem', 'The proxy speaks plain http at that port: let it speak https.'],
  [
    /TLS|SSL/,
    'problem',
    'The proxy has no certificate for this name: its log says why (journalctl -u caddy).',
  ],
  [
    /ENOTFOUND|EAI_AGAIN/,
    'warning',
    'No DNS entry leads from that name to an address: make it, or correct PUBLIC_URL.',
  ],
  [/ECONNREFUSED/, 'warning', 'Start the proxy (systemctl status caddy), and let it listen there.'],
];
const ELSE: Cause = [
  /^/,
  'warning',
  'Look from another network: some routers do not lead their own public address back.',
];

async function* checkProxy(origin: string, health: Response): AsyncIterable<Check> {
  const { warning } = checksOf('proxy');
  if (!health.headers.has('strict-transport-security'))
    yield warning('The proxy drops the header Strict-Transport-Security.', 'Pass the headers of Framme on.');
  const date = Date.parse(health.headers.get('date') ?? '');
  if (Math.abs(date - Date.now()) > 60_000)
    yield warning(
      "The proxy's clock is more than a minute from this machine's.",
      'Keep both right by a time server.',
    );
  const worker = await ask(`${origin}/sw.js`);
  if (worker.status === 200 && !worker.headers.get('cache-control')?.includes('no-cache'))
    yield warning(
      'The proxy changes how /sw.js is cached: devices stay on an old version.',
      'Pass /sw.js on as it is.',
    );
  const plain = await ask(origin.replace(/^https:/, 'http:')).catch(() => undefined);
  if (plain && (plain.status < 300 || plain.status > 399))
    yield warning('The address answers plain http too.', 'Let the proxy redirect http to https.');
}

function ask(url: string): Promise<Response> {
  return fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) });
}
