import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isWithheld } from '../process/files.ts';
import { type Config, readConfig } from './config.ts';
import { decodeText, readEnvFile } from './env-file.ts';
import type { SettingName } from './settings.ts';

/**
 * Reads the settings of this process: the environment, else the file `.env` of the working folder, and the files of secrets.
 * Returns the configuration, or all problems as one sentence each.
 */
export function loadConfig(): Config | string[] {
  if (existsSync('.env')) {
    const problem = 'cannot be read by the user who runs Framme: make that user its owner (chown)';
    if (isWithheld('.env')) return [`${resolve('.env')} ${problem}`];
  }
  const text = readEnvFile();
  if (text === undefined)
    return [`${resolve('.env')} is not UTF-8: save it as UTF-8, so that no setting is lost`];
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
  const env = withSecretFiles(process.env);
  return Array.isArray(env) ? env : readConfig(env);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that may hold a password, and may come from a file that `<NAME>_FILE` names. */
export const SECRETS: readonly SettingName[] = [
  'DATABASE_URL',
  'SMTP_URL',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_CLIENT_SECRET',
  'LINKEDIN_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
];

/**
 * Returns the environment with the contents of those files, without the white space around them, or all problems as one
 * sentence each. An empty name counts as unset.
 */
export function withSecretFiles(env: Environment): Environment | string[] {
  const problems: string[] = [];
  const read = SECRETS.flatMap((name) => {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) return [];
    if (env[name]?.trim()) problems.push(`${name} and ${name}_FILE are both set: keep one of them`);
    const text = contentsOf(file);
    if (!text)
      problems.push(
        `${name}_FILE is ${JSON.stringify(file)}: it must be a file of UTF-8 that can be read by the user who runs Framme, by its whole path, and is not empty`,
      );
    return text ? [[name, text] as const] : [];
  });
  return problems.length > 0 ? problems : { ...env, ...Object.fromEntries(read) };
}

function contentsOf(file: string): string | undefined {
  try {
    return decodeText(readFileSync(file))?.trim();
  } catch {
    return undefined;
  }
}
