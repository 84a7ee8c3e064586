import { readFileSync } from 'node:fs';
import { type Config, readConfig } from './config.ts';
import { decodeText, readEnvFile } from './env-file.ts';
import { SECRETS } from './settings.ts';
import { unknownSettings } from './unknown-settings.ts';

/** The environment, else `.env` of the working folder, and files of secrets. One sentence per problem. */
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

/** An empty `NAME_FILE` counts as unset. One sentence per problem. */
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
