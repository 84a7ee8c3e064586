import type { Config } from '#server/config/config.ts';
import { type Check, checksOf, reasonOf } from './check.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const WAIT_MS = 5000;

/** Checks the public address as a browser meets it: https, the proxy's headers, and what the proxy must leave as it is. */
export async function checkAddress({ publicOrigin, host, trustProxy }: Config): Promise<Check[]> {
  const { ok, warning, problem } = checksOf('address');
  if (publicOrigin === undefined) {
    if (LOOPBACK.has(host)) return [ok('Only this machine reaches it; phones need PUBLIC_URL with https.')];
    return [
      warning(
        `It listens on ${host} without PUBLIC_URL: browsers on other devices refuse to sign in and to store taps.`,
        'Put a proxy with https in front, and set PUBLIC_URL (docs/self-hosting.md).',
      ),
    ];
  }
  if (!publicOrigin.startsWith('https:')) return [ok(`${publicOrigin} is this machine alone.`)];
  const proxy =
    trustProxy === false ? [warning(NO_PROXY, 'Set TRUST_PROXY, or nothing if no proxy is there.')] : [];
  try {
    const health = await ask(`${publicOrigin}/healthz`);
    if (health.status !== 200)
      return [
        ...proxy,
        problem(`${publicOrigin} answers ${health.status}.`, 'Start Framme, or correct the proxy.'),
      ];
    return [ok(`${publicOrigin} answers by https.`), ...proxy, ...(await checkProxy(publicOrigin, health))];
  } catch (error) {
    const reason = reasonOf(error);
    const isCertificate = /CERT|SELF_SIGNED|ISSUER|ALTNAME|TLS|SSL/.test(reason);
    const remedy = isCertificate
      ? 'Renew the certificate, or let the proxy send its whole chain.'
      : 'Look from another network: some routers do not lead their own public address back.';
    return [
      ...proxy,
      (isCertificate ? problem : warning)(`${publicOrigin} cannot be reached from here (${reason}).`, remedy),
    ];
  }
}

const NO_PROXY = 'PUBLIC_URL is https and TRUST_PROXY is false: behind a proxy all visitors count as one.';

async function checkProxy(origin: string, health: Response): Promise<Check[]> {
  const { warning } = checksOf('proxy');
  const checks: Check[] = [];
  if (!health.headers.has('strict-transport-security'))
    checks.push(
      warning('The proxy drops the header Strict-Transport-Security.', 'Pass the headers of Framme on.'),
    );
  const date = Date.parse(health.headers.get('date') ?? '');
  if (Math.abs(date - Date.now()) > 60_000)
    checks.push(
      warning(
        "The proxy's clock is more than a minute from this machine's.",
        'Keep both right by a time server.',
      ),
    );
  const worker = await ask(`${origin}/sw.js`);
  if (worker.status === 200 && !worker.headers.get('cache-control')?.includes('no-cache'))
    checks.push(
      warning(
        'The proxy changes how /sw.js is cached: devices stay on an old version.',
        'Pass /sw.js on as it is.',
      ),
    );
  const plain = await ask(origin.replace(/^https:/, 'http:')).catch(() => undefined);
  if (plain && (plain.status < 300 || plain.status > 399))
    checks.push(warning('The address answers plain http too.', 'Let the proxy redirect http to https.'));
  return checks;
}

function ask(url: string): Promise<Response> {
  return fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) });
}
