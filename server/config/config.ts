import type { CountryCode } from 'libphonenumber-js/max';
import { type NamedLink, REGISTRATIONS, type RegistrationSetting } from '#domain/pages/host.ts';
import { readDatabaseUrl } from './database-url.ts';
import { readHostContact, readHostName, readSocialLinks } from './host-settings.ts';
import { type MailAddress, readMailFrom, readSmtpUrl, type SmtpServer } from './mail-settings.ts';
import {
  type ListeningAddress,
  readHost,
  readMetricsAddress,
  readPort,
  readPublicUrl,
  readTrustProxy,
} from './network-settings.ts';
import { readNoticesPerDay, readOpsRate, readSeconds, readSignInsPerHour } from './numbers.ts';
import { phoneNumbers } from './phone-numbers.ts';
import { type ProviderSettings, readProviders } from './provider-settings.ts';
import type { Problem } from './settings.ts';
import { LOG_LEVELS, type LogLevel, ON_OR_OFF, type SettingName, settings } from './settings.ts';

export interface Config {
  /** 0 lets the system choose a free port. */
  port: number;
  host: string;
  /** The folder of the embedded database. */
  dataDir: string;
  /** The address of a PostgreSQL database, which replaces the embedded one; it may name several hosts. */
  databaseUrl: string | undefined;
  /** `on`: the database is backed up before it is migrated. */
  backupBeforeMigration: (typeof ON_OR_OFF)[number];
  /** The origin under which browsers reach the server; if undefined, only from this machine, at the listening port. */
  publicOrigin: string | undefined;
  /** The proxies whose X-Forwarded-For is trusted: none, a number of hops, or a list of addresses. */
  trustProxy: false | number | string[];
  /** The number of sign-in calls that one address may make in an hour. */
  signInsPerHour: number;
  /** Admission of new accounts. */
  registration: RegistrationSetting;
  /** The ops that one household may send. */
  opsPerMinute: number;
  opsPerDay: number;
  /** `off` removes the service worker from the devices that have it. */
  serviceWorker: (typeof ON_OR_OFF)[number];
  logLevel: LogLevel;
  /** The address at which metrics are served; undefined: none are kept. */
  metrics: ListeningAddress | undefined;
  /** The time for which a stopping server still answers, after it said at /readyz that it stops. */
  shutdownWaitMs: number;
  /** For phone numbers typed without a country. */
  defaultCountry: CountryCode;
  /** The time for which a notice waits for an undo. */
  noticeHoldMs: number;
  /** The number of notices that a household may send in a day. */
  noticesPerDay: number;
  /** The host's name and contact; undefined if the pages do not mention them. */
  hostName: string | undefined;
  hostContact: string | undefined;
  /** At most three, for the footer. */
  socialLinks: NamedLink[];
  /** The mail server and the sender; both undefined if this host sends no mail. */
  smtp: SmtpServer | undefined;
  mailFrom: MailAddress | undefined;
  /** The providers to sign in with, in the order of their buttons. */
  providers: ProviderSettings[];
}

/**
 * Reads the settings from an environment; an empty value counts as unset. Pure. Returns the configuration, or all problems
 * as one sentence for each setting.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config | string[] {
  const given = (name: SettingName): string => env[name]?.trim() || settings[name];
  const problems: string[] = [];
  const check = <T>(name: SettingName, read: (text: string) => T | Problem): T | undefined => {
    const value = read(given(name));
    if (!isProblem(value)) return value;
    problems.push(`${name}${quotedValue(name, given(name))}: ${value.problem}`);
    return undefined;
  };
  const signIn = readProviders(given);
  const config = {
    port: check('PORT', readPort),
    host: check('HOST', readHost),
    dataDir: check('DATA_DIR', readFolder),
    databaseUrl: check('DATABASE_URL', readDatabaseUrl),
    backupBeforeMigration: check('BACKUP_BEFORE_MIGRATION', (text) => readOneOf(ON_OR_OFF, text)),
    publicOrigin: check('PUBLIC_URL', readPublicUrl),
    trustProxy: check('TRUST_PROXY', readTrustProxy),
    signInsPerHour: check('SIGN_INS_PER_HOUR', readSignInsPerHour),
    registration: check('REGISTRATION', (text) => readOneOf(REGISTRATIONS, text)),
    opsPerMinute: check('OPS_PER_MINUTE', readOpsRate),
    opsPerDay: check('OPS_PER_DAY', readOpsRate),
    serviceWorker: check('SERVICE_WORKER', (text) => readOneOf(ON_OR_OFF, text)),
    logLevel: check('LOG_LEVEL', (text) => readOneOf(LOG_LEVELS, text)),
    metrics: check('METRICS_ADDRESS', readMetricsAddress),
    shutdownWaitMs: check('SHUTDOWN_WAIT_SECONDS', (text) => readSeconds(text, 60)),
    defaultCountry: check('DEFAULT_COUNTRY', readCountry),
    noticeHoldMs: check('NOTICE_HOLD_SECONDS', (text) => readSeconds(text, 3600)),
    noticesPerDay: check('NOTICES_PER_DAY', readNoticesPerDay),
    hostName: check('HOST_NAME', readHostName),
    hostContact: check('HOST_CONTACT', readHostContact),
    socialLinks: check('SOCIAL_LINKS', readSocialLinks),
    smtp: check('SMTP_URL', readSmtpUrl),
    mailFrom: check('MAIL_FROM', (text) => readMailFrom(text, given('SMTP_URL') !== '')),
    providers: signIn.providers,
  } satisfies { [K in keyof Config]: Config[K] | undefined };
  problems.push(...signIn.problems);
  return problems.length > 0 ? problems : (config as Config);
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'problem' in value;
}

/** Quotes the value for a problem, unless it may contain a password: an address is quoted if it is a host and a port alone. */
function quotedValue(name: SettingName, value: string): string {
  const isBare = /^https?:\/\/[\w.-]+(?::\d{1,5})?\/?$/i.test(value) || !/@|[?#].|\/\/|:.*:/.test(value);
  const isSecret = name === 'DATABASE_URL' || name === 'SMTP_URL';
  return isSecret || !isBare ? '' : ` is ${JSON.stringify(value)}`;
}

function readFolder(text: string): string | Problem {
  return text.includes('\0') ? { problem: 'must be a folder, like ./data' } : text;
}

function readOneOf<T extends string>(known: readonly T[], text: string): T | Problem {
  return known.find((one) => one === text) ?? { problem: `must be one of ${known.join(', ')}` };
}

function readCountry(text: string): CountryCode | Problem {
  // The library is not loaded for the default.
  return text === settings.DEFAULT_COUNTRY || phoneNumbers().isSupportedCountry(text)
    ? text
    : { problem: 'must be a country code of two capital letters, like SE' };
}
