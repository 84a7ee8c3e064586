import { hasBarePercent, isLoopback } from './network-settings.ts';
import type { Problem } from './settings.ts';

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte, mandatory STARTTLS, or none. */
  encryption: 'tls' | 'starttls' | 'none';
  login: { user: string; password: string } | undefined;
}

export interface MailAddress {
  name: string;
  address: string;
}

const SMTP_PROBLEM: Problem = {
  problem:
    'must be an address like smtps://user:password@smtp.example.org; ' +
    'smtp:// requires encryption too, unless it ends in ?tls=off, which takes no password',
};
const PERCENT_PROBLEM: Problem = {
  problem:
    'must be an address like smtps://user:password@smtp.example.org, with %25 for each % in the user or the password, ' +
    'for a % begins a code',
};
const PORTS = { 'smtps:': 465, 'smtp:': 587 } as const;
const ADDRESS = /^[^\s@<>",;:\\()[\]]+@[^\s@<>",;:\\()[\]]+$/;

/** The problem never repeats the password. */
export function readSmtpUrl(text: string): SmtpServer | undefined | Problem {
  if (text === '') return undefined;
  const [, scheme = '', given = '', rest = text] = /^(smtps?:\/\/)(.*)(@.*)$/is.exec(text) ?? [];
  // Unescaped, these would end the password too early.
  const url = URL.parse(scheme + given.replace(/[#/?@[\]]/g, encodeURIComponent) + rest);
  const protocol = url?.protocol;
  if (!url || (protocol !== 'smtps:' && protocol !== 'smtp:')) return SMTP_PROBLEM;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const login = loginIn(url);
  if (hasBarePercent(given) || login === null) return PERCENT_PROBLEM;
  const encryption = encryptionOf(url);
  const isPlace = /^[A-Za-z0-9.:-]+$/.test(host) && /^\/?$/.test(url.pathname) && !url.hash;
  const isLeaky = encryption === 'none' && login !== undefined && !isLoopback(url.hostname);
  if (!isPlace || encryption === undefined || isLeaky) return SMTP_PROBLEM;
  return { host, port: Number(url.port) || PORTS[protocol], encryption, login };
}

function loginIn({ username, password }: URL): SmtpServer['login'] | null {
  if (!username && !password) return undefined;
  try {
    const login = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
    return /\p{Cc}/u.test(login.user + login.password) ? null : login;
  } catch {
    return null;
  }
}

/** To this machine itself `smtp://` needs no encryption. */
function encryptionOf({ protocol, hostname, search }: URL): SmtpServer['encryption'] | undefined {
  if (protocol === 'smtps:') return search === '' ? 'tls' : undefined;
  if (search !== '' && search !== '?tls=off') return undefined;
  return search === '?tls=off' || isLoopback(hostname) ? 'none' : 'starttls';
}

export function readMailFrom(text: string, isNeeded: boolean): MailAddress | undefined | Problem {
  if (text === '' && !isNeeded) return undefined;
  // Container engines pass quotes on, and mail programs quote the name.
  const bare = text.replace(/^(["'])(.*)\1$/s, '$2');
  const [, named, inBrackets] = /^(.*?)\s*<([^<>]*)>$/.exec(bare) ?? [];
  const [name, address] = [(named ?? '').replace(/^"(.*)"$/s, '$1'), inBrackets ?? bare];
  const isName = name.length <= 80 && name.isWellFormed() && !/[\p{Cc}<>"]/u.test(name);
  if (isName && ADDRESS.test(address) && address.length <= 254) return { name, address };
  const why = isNeeded ? ', because SMTP_URL is set' : '';
  return { problem: `must be a sender like "Framme <framme@example.org>"${why}` };
}
