import { readFileSync } from 'node:fs';
import { type Config, readConfig } from './config.ts';
import { decodeText, readEnvFile } from './env-file.ts';
import { SECRETS } from './settings.ts';
import { unknownSettings } from './unknown-settings.ts';

/**
 * Reads the settings of this process: the environment, else the file `.env` of the working folder, and the files of secrets.
 * Returns the configuration, or all problems as one sentence each.
 */
export function loadConfig(): Config | string[] {
  const { values, problems } = readEnvFile();
  problems.push(...unknownSettings(process.env, values).refused);
  for (const [name, value] of Object.entries(values))
    if (value !== '' && process.env[name]?.trim() === '')
      problems.push(
        `${name} is set in .env, and empty in the environment, which comes first: keep one of them`,
      );
  if (problems.length > 0) return problems;
  for (const [name, value] of Object.entries(values)) process.env[name] ??= value;
  const env = withSecretFiles(process.env);
  return Array.isArray(env) ? env : readConfig(env);
}

type Environment = Readonly<Record<string, string | undefined>>;

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
