import { temporaryFolder } from './app.ts';
import { frammeIn } from './framme-command.ts';

interface Check {
  name: string;
  state: string;
  says: string;
  remedy?: string;
}

/** Runs doctor; returns its exit code, and its checks without those of this machine's own clock. */
export function doctor(env: Record<string, string>, ...words: string[]) {
  return doctorIn(temporaryFolder(), env, ...words);
}

/** Does the same in a working folder; any port is free and push is off, unless the environment says otherwise. */
export async function doctorIn(cwd: string, env: Record<string, string>, ...words: string[]) {
  const { code, stdout, stderr } = await frammeIn(
    cwd,
    { PORT: '0', PUSH_SERVICES: 'off', ...env },
    'doctor',
    '--json',
    ...words,
  );
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  const others = checks.filter(({ name }) => name !== 'clock');
  const of = (name: string) => checks.filter((check) => check.name === name);
  return { code, stderr, stdout, of, states: others.map(({ name, state }) => `${name} ${state}`) };
}
