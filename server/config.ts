import { isIP } from 'node:net';
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';
import { readPublicUrl } from './public-url.ts';
import { LOG_LEVELS, type LogLevel, type SettingName, settings } from './settings.ts';

export interface Config {
  /** 0 asks the system for a free port. */
  port: number;
  host: string;
  /** The folder that holds the database, unless there is another. */
  dataDir: string;
  /** The address of a PostgreSQL database, which then holds everything. */
  databaseUrl: string | undefined;
  /** The origin under which browsers reach the server, or undefined: this machine alone, at the port in force. */
  publicOrigin: string | undefined;
  /** Whether an address in X-Forwarded-For is believed: not at all, after so many hops, or from these addresses. */
  trustProxy: false | number | string[];
  logLevel: LogLevel;
  /** For phone numbers typed without a country. */
  defaultCountry: CountryCode;
  /** How long a notice waits for an undo. */
  noticeHoldMs: number;
}

/** What is wrong with one setting: a sentence that says what was given and what is allowed. */
type Problem = { problem: string };

/**
 * Reads the settings from an environment; an empty value counts as unset. Pure.
 * Out: the configuration, or all that is wrong with it, one sentence a setting.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config | string[] {
  const given = (name: SettingName): string => env[name]?.trim() || settings[name];
  const problems: string[] = [];
  const check = <T>(name: SettingName, read: (text: string) => T | Problem): T | undefined => {
    const value = read(given(name));
    if (!isProblem(value)) return value;
    problems.push(`${name}${shown(name, given(name))}: ${value.problem}`);
    return undefined;
  };
  const config = {
    port: check('PORT', readPort),
    host: check('HOST', readHost),
    dataDir: check('DATA_DIR', readFolder),
    databaseUrl: check('DATABASE_URL', readDatabaseUrl),
    publicOrigin: check('PUBLIC_URL', readPublicUrl),
    trustProxy: check('TRUST_PROXY', readTrustProxy),
    logLevel: check('LOG_LEVEL', readLogLevel),
    defaultCountry: check('DEFAULT_COUNTRY', readCountry),
    noticeHoldMs: check('NOTICE_HOLD_SECONDS', readHold),
  };
  return problems.length > 0 ? problems : (config as Config);
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'problem' in value;
}

/** The value as given; a database address may carry a password and is not repeated. */
function shown(name: SettingName, value: string): string {
  return name === 'DATABASE_URL' ? '' : ` is ${JSON.stringify(value)}`;
}

function readPort(text: string): number | Problem {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535
    ? port
    : { problem: 'a whole number from 1 to 65535 is allowed, or 0 for any free port' };
}

function readHost(text: string): string | Problem {
  const isName = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text);
  if (isIP(text) !== 0 || (isName && !/^[\d.]+$/.test(text))) return text;
  return { problem: 'an address to listen on is allowed, like 127.0.0.1, 0.0.0.0, :: or localhost' };
}

function readFolder(text: string): string | Problem {
  return text.includes('\0') ? { problem: 'a folder is allowed, like ./data' } : text;
}

function readDatabaseUrl(text: string): string | undefined | Problem {
  if (text === '') return undefined;
  const url = URL.parse(text);
  const isPostgres = url?.protocol === 'postgres:' || url?.protocol === 'postgresql:';
  const isPlace = url !== null && url.pathname.length > 1 && (url.hostname || url.searchParams.has('host'));
  if (isPostgres && isPlace && isDecodable(text)) return text;
  return {
    problem:
      'an address like postgres://user:password@host:5432/framme is allowed, with %40 for an @ in the password',
  };
}

function isDecodable(text: string): boolean {
  try {
    return !decodeURIComponent(text).includes('\0');
  } catch {
    return false;
  }
}

function readTrustProxy(text: string): false | number | string[] | Problem {
  if (text === 'false') return false;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  if (addresses.every(isAddressOrNetwork)) return addresses;
  return {
    problem: 'false, a number of proxies from 1 to 99, or addresses like "10.0.0.1, 10.1.0.0/16" are allowed',
  };
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function readLogLevel(text: string): LogLevel | Problem {
  const level = LOG_LEVELS.find((known) => known === text);
  return level ?? { problem: `one of ${LOG_LEVELS.join(', ')} is allowed` };
}

function readCountry(text: string): CountryCode | Problem {
  return isSupportedCountry(text) ? text : { problem: 'a country code of two capitals is allowed, like SE' };
}

function readHold(text: string): number | Problem {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return seconds <= 3600
    ? seconds * 1000
    : { problem: 'a whole number of seconds from 0 to 3600 is allowed' };
}
