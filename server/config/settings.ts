/** With defaults; '' means unset. A test compares `.env.example`. */
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
/** May hold a password; `<NAME>_FILE` may name a file with it. */
export const SECRETS: readonly SettingName[] = [
  'DATABASE_URL',
  'SMTP_URL',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_CLIENT_SECRET',
  'LINKEDIN_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
];

export const SETTING_NAMES: readonly string[] = [
  ...Object.keys(settings),
  ...SECRETS.map((name) => `${name}_FILE`),
];

export type Given = (name: SettingName) => string;

/** Says what the value must be; never repeats a secret. */
export interface Problem {
  problem: string;
}
