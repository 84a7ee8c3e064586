import { existsSync } from 'node:fs';
import { type Config, readConfig } from './config.ts';
import { withSecretFiles } from './secret-files.ts';

/**
 * Reads the settings of this process: the environment, else the file `.env` of the working folder, and the files of secrets.
 * Returns the configuration, or all problems as one sentence each.
 */
export function loadConfig(): Config | string[] {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const env = withSecretFiles(process.env);
  return Array.isArray(env) ? env : readConfig(env);
}
