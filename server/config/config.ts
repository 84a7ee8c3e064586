import type { CountryCode } from 'libphonenumber-js/max';
import { REGISTRATIONS, type SiteInfo } from '#domain/pages/site-info.ts';
import { OPS_PER_REQUEST } from '#domain/protocol/sync.ts';
import { VERSION } from '../process/version.ts';
import { readDatabaseUrl } from './database-url.ts';
import { hiddenIn, printable, settingWithin } from './env-file.ts';
import { readMailFrom, readSmtpUrl } from './mail-settings.ts';
import { readHost, readMetricsAddress, readPort, readPublicUrl, readTrustProxy } from './network-settings.ts';
import { phoneNumbers } from './phone-numbers.ts';
import { type ProviderSettings, readProviders } from './provider-settings.ts';
import { readPushServices } from './push-services.ts';
import { type Given, type Problem, SECRETS, type SettingName, settings } from './settings.ts';
import { readHostContact, readHostName, readSocialLinks } from './site-settings.ts';

const ON_OR_OFF = ['on', 'off'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const READERS = {
  /** 0 lets the system choose a free port. */
  port: ['PORT', readPort],
  host: ['HOST', readHost],
  dataDir: ['DATA_DIR', readFolder],
  /** May name several hosts. */
  databaseUrl: ['DATABASE_URL', readDatabaseUrl],
  backupBeforeMigration: ['BACKUP_BEFORE_MIGRATION', oneOf(ON_OR_OFF)],
  /** Undefined: reachable only from this machine, at the listening port. */
  publicOrigin: ['PUBLIC_URL', readPublicUrl],
  /** None, a hop count, or addresses. */
  trustProxy: ['TRUST_PROXY', readTrustProxy],
  /** Per address: a school behind one needs more than a home. */
  signInsPerHour: ['SIGN_INS_PER_HOUR', count(10, 9_999_999)],
  registration: ['REGISTRATION', oneOf(REGISTRATIONS)],
  /** Per household; a request may hold a hundred. */
  opsPerMinute: ['OPS_PER_MINUTE', count(OPS_PER_REQUEST, 999_999_999)],
  opsPerDay: ['OPS_PER_DAY', count(OPS_PER_REQUEST, 999_999_999)],
  /** `off` removes the service worker from devices that have it. */
  serviceWorker: ['SERVICE_WORKER', oneOf(ON_OR_OFF)],
  logLevel: ['LOG_LEVEL', oneOf(LOG_LEVELS)],
  metrics: ['METRICS_ADDRESS', readMetricsAddress],
  /** In ms that a stopping server still answers, after /readyz says that it stops. */
  shutdownWaitMs: ['SHUTDOWN_WAIT_SECONDS', seconds(60)],
  /** For phone numbers typed without a country. */
  defaultCountry: ['DEFAULT_COUNTRY', readCountry],
  /** Notices on standard output: whole, masked, or none. */
  consoleNotices: ['CONSOLE_NOTICES', oneOf(['full', 'masked', 'off'])],
  /** In ms: a notice waits this long for an undo. */
  noticeHoldMs: ['NOTICE_HOLD_SECONDS', seconds(3600)],
  /** Per household; one recipient gets a fifth. */
  noticesPerDay: ['NOTICES_PER_DAY', count(30, 9_999_999)],
  /** None: push is off. */
  pushServices: ['PUSH_SERVICES', readPushServices],
  /** Undefined: the pages do not mention it. */
  hostName: ['HOST_NAME', readHostName],
  hostContact: ['HOST_CONTACT', readHostContact],
  socialLinks: ['SOCIAL_LINKS', readSocialLinks],
  /** Both undefined: the server sends no mail. */
  smtp: ['SMTP_URL', readSmtpUrl],
  mailFrom: ['MAIL_FROM', (text, given) => readMailFrom(text, given('SMTP_URL') !== '')],
} as const satisfies Record<string, readonly [SettingName, (text: string, given: Given) => unknown]>;

type Readers = typeof READERS;
type Settings = { -readonly [K in keyof Readers]: Exclude<ReturnType<Readers[K][1]>, Problem> };

export interface Config extends Settings {
  providers: ProviderSettings[];
}

/** An empty value counts as unset. Problems are one sentence per setting. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config | string[] {
  const given: Given = (name) => env[name]?.trim() || settings[name];
  const problems: string[] = [];
  const unclear = Object.keys(settings).flatMap((name) => {
    const fault = unclearPart((env[name] ?? '').trimEnd().replace(/^[ \t]+/, ''));
    return fault === undefined ? [] : [[name, `${name} holds ${fault}`] as const];
  });
  const values = Object.entries(READERS).map(([key, [name, read]]) => {
    const value = read(given(name), given);
    if (isProblem(value)) problems.push(`${name}${quotedValue(name, given(name))}: ${value.problem}`);
    return [key, value] as const;
  });
  const { providers, problems: others } = readProviders(given);
  problems.push(...others);
  const rest = problems.filter((problem) => !unclear.some(([name]) => problem.split(/[ :]/, 1)[0] === name));
  const all = [...unclear.map(([, problem]) => problem), ...rest];
  return all.length > 0 ? all : { ...(Object.fromEntries(values) as Settings), providers };
}

function unclearPart(value: string): string | undefined {
  const [hidden, within] = [hiddenIn(value), settingWithin(value)];
  if (hidden !== undefined) return `an invisible character (${hidden}): type it anew`;
  return within && `${within}= behind something else: put it on a line of its own`;
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'problem' in value;
}

/** A value may contain a password: quotes an address only if it is just host and port. */
function quotedValue(name: SettingName, value: string): string {
  const isBare = /^https?:\/\/[\w.-]+(?::\d{1,5})?\/?$/i.test(value) || !/@|[?#].|\/\/|:.*:/.test(value);
  return SECRETS.includes(name) || !isBare
    ? ''
    : ` is ${JSON.stringify(name === 'REGISTRATION' ? printable(value) : value)}`;
}

/** Only a shell expands ~ and variables and removes quotes. */
export function readFolder(text: string): string | Problem {
  return /^(?:[~"'`]|file:)|[$\0]/i.test(text)
    ? { problem: 'must be a folder, like ./data or /srv/framme, without ~, $ or quotes' }
    : text;
}

function oneOf<const T extends string>(known: readonly T[]): (text: string) => T | Problem {
  return (text) => known.find((one) => one === text) ?? { problem: `must be one of ${known.join(', ')}` };
}

function count(least: number, most: number): (text: string) => number | Problem {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    const problem = `must be a whole number from ${least} to ${most}`;
    return number >= least && number <= most ? number : { problem };
  };
}

/** `most` in seconds, the result in ms. */
function seconds(most: number): (text: string) => number | Problem {
  return (text) => {
    const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    const problem = `must be a whole number of seconds from 0 to ${most}`;
    return number <= most ? number * 1000 : { problem };
  };
}

function readCountry(text: string): CountryCode | Problem {
  // Avoids loading the library for the default.
  return text === settings.DEFAULT_COUNTRY || phoneNumbers().isSupportedCountry(text)
    ? text
    : { problem: 'must be a country code of two capital letters, like SE' };
}

/** Public: the pages show it. */
export function toSiteInfo(config: Config): SiteInfo {
  const { hostName, hostContact, publicOrigin, socialLinks, providers, smtp, registration } = config;
  const { serviceWorker, pushServices } = config;
  return {
    ...(hostName !== undefined && { name: hostName }),
    version: VERSION,
    ...(hostContact !== undefined && { contact: hostContact }),
    ...(publicOrigin !== undefined && { origin: publicOrigin }),
    socialLinks,
    providers: providers.map(({ id, name }) => ({ id, name })),
    sendsMail: smtp !== undefined,
    ...(serviceWorker === 'off' && { serviceWorker }),
    ...((serviceWorker === 'off' || pushServices.length === 0) && { push: 'off' as const }),
    ...(registration !== 'open' && { registration }),
  };
}
