/** Every setting of the server with its default; '' stands for unset. `.env.example` is tested against this list. */
export const settings = {
  PORT: '3000',
  HOST: '127.0.0.1',
  DATA_DIR: './data',
  DATABASE_URL: '',
  PUBLIC_URL: '',
  TRUST_PROXY: 'false',
  LOG_LEVEL: 'info',
  DEFAULT_COUNTRY: 'SE',
  NOTICE_HOLD_SECONDS: '10',
} as const;

export type SettingName = keyof typeof settings;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
