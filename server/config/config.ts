import type { CountryCode } from 'libphonenumber-js/max';
import { REGISTRATIONS } from '#domain/pages/host.ts';
import { OPS_PER_REQUEST } from '#domain/protocol/sync.ts';
import { readDatabaseUrl } from './database-url.ts';
import { hiddenIn, printable, settingWithin } from './env-file.ts';
import { readHostContact, readHostName, readSocialLinks } from './host-settings.ts';
import { readMailFrom, readSmtpUrl } from './mail-settings.ts';
import { readHost, readMetricsAddress, readPort, readPublicUrl, readTrustProxy } from './network-settings.ts';
import { phoneNumbers } from './phone-numbers.ts';
import { type ProviderSettings, readProviders } from './provider-settings.ts';
import { readPushServices } from './push-services.ts';
import {
  CONSOLE_NOTICES,
  type Given,
  LOG_LEVELS,
  ON_OR_OFF,
  type Problem,
  type SettingName,
  settings,
} from './settings.ts';

/** The settings of one value: the name of each, and the function from its text to its value or a problem. */
const READERS = {
  /** 0 lets the system choose a free port. */
  port: ['PORT', readPort],
  host: ['HOST', readHost],
  /** The folder of the embedded database. */
  dataDir: ['DATA_DIR', readFolder],
  /** The address of a PostgreSQL database, which replaces the embedded one; it may name several hosts. */
  databaseUrl: ['DATABASE_URL', readDatabaseUrl],
  /** `on`: the database is backed up before it is migrated. */
  backupBeforeMigration: ['BACKUP_BEFORE_MIGRATION', oneOf(ON_OR_OFF)],
  /** The origin under which browsers reach the server; if undefined, only from this machine, at the listening port. */
  publicOrigin: ['PUBLIC_URL', readPublicUrl],
  /** The proxies whose X-Forwarded-For is trusted: none, a number of hops, or a list of addresses. */
  trustProxy: ['TRUST_PROXY', readTrustProxy],
  /** The number of sign-in calls that one address may make in an hour: a school behind one needs more than a home. */
  signInsPerHour: ['SIGN_INS_PER_HOUR', count(10, 9_999_999)],
  /** Admission of new accounts. */
  registration: ['REGISTRATION', oneOf(REGISTRATIONS)],
  /** The ops that one household may send; a request may hold a hundred. */
  opsPerMinute: ['OPS_PER_MINUTE', count(OPS_PER_REQUEST, 999_999_999)],
  opsPerDay: ['OPS_PER_DAY', count(OPS_PER_REQUEST, 999_999_999)],
  /** `off` removes the service worker from the devices that have it. */
  serviceWorker: ['SERVICE_WORKER', oneOf(ON_OR_OFF)],
  logLevel: ['LOG_LEVEL', oneOf(LOG_LEVELS)],
  /** The address at which metrics are served; undefined: none are kept. */
  metrics: ['METRICS_ADDRESS', readMetricsAddress],
  /** The time for which a stopping server still answers, after it said at /readyz that it stops. */
  shutdownWaitMs: ['SHUTDOWN_WAIT_SECONDS', seconds(60)],
  /** For phone numbers typed without a country. */
  defaultCountry: ['DEFAULT_COUNTRY', readCountry],
  /** The notices that standard output shows: whole, without a whole name or number, or not at all. */
  consoleNotices: ['CONSOLE_NOTICES', oneOf(CONSOLE_NOTICES)],
  /** The time for which a notice waits for an undo. */
  noticeHoldMs: ['NOTICE_HOLD_SECONDS', seconds(3600)],
  /** The number of notices that a household may send in a day, of which one recipient gets a fifth. */
  noticesPerDay: ['NOTICES_PER_DAY', count(30, 9_999_999)],
  /** The hosts to which messages for the parents' own devices may be sent; none: push is off. */
  pushServices: ['PUSH_SERVICES', readPushServices],
  /** The host's name and contact; undefined if the pages do not mention them. */
  hostName: ['HOST_NAME', readHostName],
  hostContact: ['HOST_CONTACT', readHostContact],
  /** At most three, for the footer. */
  socialLinks: ['SOCIAL_LINKS', readSocialLinks],
  /** The mail server and the sender; both undefined if this host sends no mail. */
  smtp: ['SMTP_URL', readSmtpUrl],
  mailFrom: ['MAIL_FROM', (text, given) => readMailFrom(text, given('SMTP_URL') !== '')],
} as const satisfies Record<string, readonly [SettingName, (text: string, given: Given) => unknown]>;

type Readers = typeof READERS;
type Settings = { -readonly [K in keyof Readers]: Exclude<ReturnType<Readers[K][1]>, Problem> };

export interface Config extends Settings {
  /** The providers to sign in with, in the order of their buttons. */
  providers: ProviderSettings[];
}

/**
 * Reads the settings from an environment; an empty value counts as unset. Pure. Returns the configuration, or all problems
 * as one sentence for each setting.
 */
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

/** Quotes the value for a problem, unless it may contain a password: an address is quoted if it is a host and a port alone. */
function quotedValue(name: SettingName, value: string): string {
  const isBare = /^https?:\/\/[\w.-]+(?::\d{1,5})?\/?$/i.test(value) || !/@|[?#].|\/\/|:.*:/.test(value);
  const isSecret = name === 'DATABASE_URL' || name === 'SMTP_URL';
  return isSecret || !isBare
    ? ''
    : ` is ${JSON.stringify(name === 'REGISTRATION' ? printable(value) : value)}`;
}

/** Reads a folder. Only a shell expands ~ and variables, and takes quotes off: here they would be part of its name. */
export function readFolder(text: string): string | Problem {
  return /^(?:[~"'`]|file:)|[$\0]/i.test(text)
    ? { problem: 'must be a folder, like ./data or /srv/framme, without ~, $ or quotes' }
    : text;
}

function oneOf<T extends string>(known: readonly T[]): (text: string) => T | Problem {
  return (text) => known.find((one) => one === text) ?? { problem: `must be one of ${known.join(', ')}` };
}

/** Reads a whole number. */
function count(least: number, most: number): (text: string) => number | Problem {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    const problem = `must be a whole number from ${least} to ${most}`;
    return number >= least && number <= most ? number : { problem };
  };
}

/** Reads a time in whole seconds, from 0 to `most`, as ms. */
function seconds(most: number): (text: string) => number | Problem {
  return (text) => {
    const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    const problem = `must be a whole number of seconds from 0 to ${most}`;
    return number <= most ? number * 1000 : { problem };
  };
}

function readCountry(text: string): CountryCode | Problem {
  // The library is not loaded for the default.
  return text === settings.DEFAULT_COUNTRY || phoneNumbers().isSupportedCountry(text)
    ? text
    : { problem: 'must be a country code of two capital letters, like SE' };
}
