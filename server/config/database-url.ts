import { hasBarePercent } from './network-settings.ts';
import type { Problem } from './settings.ts';

const USUAL_PORT = '5432';
/** Scheme, user with password, hosts, and the rest. */
const ADDRESS = /^(\w+:\/\/)((?:[^/?#]*@)?)([^/?#]*)(.*)$/s;
/** Values of target_session_attrs that lead to a writable host. */
const WRITABLE = [null, '', 'any', 'read-write', 'primary'];

export function readDatabaseUrl(text: string): string | undefined | Problem {
  if (text === '') return undefined;
  if (!isDecodable(text) || !databaseHosts(text).every(isAddress))
    return {
      problem:
        'must be an address like postgres://user:password@host:5432/framme, with %40, %23, %2F, %3F and %25 for @, #, /, ? and % ' +
        'in the password; several hosts are divided by commas',
    };
  const wanted = URL.parse(databaseHosts(text)[0] ?? '')?.searchParams.get('target_session_attrs');
  if (WRITABLE.includes(wanted ?? null)) return text;
  return { problem: 'asks for a host that takes no writes: target_session_attrs must be read-write' };
}

/**
 * One address per host, listed by commas in the host or in the parameters `host` and `port`
 * (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS).
 */
export function databaseHosts(address: string): string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] = ADDRESS.exec(address) ?? [];
  if (hosts.includes(',')) return hosts.split(',').map((host) => scheme + user + host + rest);
  const url = URL.parse(address);
  const named = url?.searchParams.get('host')?.split(',') ?? [];
  if (url === null || named.length < 2) return [address];
  const ports = url.searchParams.get('port')?.split(',') ?? [];
  return named.map((host, at) => {
    const one = new URL(url);
    one.searchParams.set('host', host);
    one.searchParams.set('port', (ports.length > 1 ? ports[at] : ports[0]) || USUAL_PORT);
    return one.href;
  });
}

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  const isPostgres = url?.protocol === 'postgres:' || url?.protocol === 'postgresql:';
  // An @ behind a slash, or a fragment: the password contains an unescaped / or #.
  if (url?.pathname.includes('@') || url?.hash) return false;
  return isPostgres && url.pathname.length > 1 && (url.hostname || url.searchParams.get('host') || '') !== '';
}

function isDecodable(text: string): boolean {
  try {
    return !hasBarePercent(text) && !decodeURIComponent(text).includes('\0');
  } catch {
    return false;
  }
}
