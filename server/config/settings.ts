/** Every setting of the server with its default; '' stands for unset. `.env.example` is tested against this list. */
export const settings = {
  PORT: '3000',
  HOST: '127.0.0.1',
  DATA_DIR: './data',
  DATABASE_URL: '',
  BACKUP_BEFORE_MIGRATION: 'on',
  PUBLIC_URL: '',
  TRUST_PROXY: 'false',
  SIGN_INS_PER_HOUR: '120',
  REGISTRATION: 'open',
  OPS_PER_MINUTE: '600',
  OPS_PER_DAY: '20000',
  SERVICE_WORKER: 'on',
  LOG_LEVEL: 'info',
  METRICS_ADDRESS: '',
  SHUTDOWN_WAIT_SECONDS: '0',
  DEFAULT_COUNTRY: 'SE',
  CONSOLE_NOTICES: 'full',
  NOTICE_HOLD_SECONDS: '10',
  NOTICES_PER_DAY: '300',
  PUSH_SERVICES: 'fcm.googleapis.com .push.services.mozilla.com .push.apple.com .notify.windows.com',
  HOST_NAME: '',
  HOST_CONTACT: '',
  SOCIAL_LINKS: '',
  SMTP_URL: '',
  MAIL_FROM: '',
  GOOGLE_CLIENT_ID: '',
  GOOGLE_CLIENT_SECRET: '',
  FACEBOOK_CLIENT_ID: '',
  FACEBOOK_CLIENT_SECRET: '',
  LINKEDIN_CLIENT_ID: '',
  LINKEDIN_CLIENT_SECRET: '',
  OIDC_ISSUER: '',
  OIDC_CLIENT_ID: '',
  OIDC_CLIENT_SECRET: '',
  OIDC_NAME: '',
} as const;

export type SettingName = keyof typeof settings;
/** The settings that may hold a password, and may come from a file that `<NAME>_FILE` names. */
export const SECRETS: readonly SettingName[] = [
  'DATABASE_URL',
  'SMTP_URL',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_CLIENT_SECRET',
  'LINKEDIN_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
];

/** Every name that is read. */
export const SETTING_NAMES: readonly string[] = [
  ...Object.keys(settings),
  ...SECRETS.map((name) => `${name}_FILE`),
];

/** Returns the text of a setting, or its default. */
export type Given = (name: SettingName) => string;

export const ON_OR_OFF = ['on', 'off'] as const;

export const CONSOLE_NOTICES = ['full', 'masked', 'off'] as const;
export type ConsoleNotices = (typeof CONSOLE_NOTICES)[number];

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** An invalid setting. The text says what the value must be, and never repeats a secret. */
export interface Problem {
  problem: string;
}
