import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Config } from '#server/config/config.ts';
import { decodeText, hiddenIn, linesOf, readEnvFile } from '#server/config/env-file.ts';
import { SECRETS } from '#server/config/settings.ts';
import { unknownSettings } from '#server/config/unknown-settings.ts';
import { isWithheld } from '#server/process/files.ts';
import { type Check, checksOf, isPrivate, reasonOf, refusal } from './check.ts';

export function* checkSettings(): Iterable<Check> {
  for (const sentence of unknownSettings().warned) yield refusal('settings', sentence, 'warning');
  yield* checkSecrets();
  yield* checkUnitFile(UNIT_FILE);
  yield* checkAuthorities();
  yield* checkRestart();
}

/** `.env` may hold passwords. */
function* checkSecrets(): Iterable<Check> {
  if (!existsSync('.env') || isPrivate(statSync('.env'))) return;
  const { values } = readEnvFile();
  if (SECRETS.some((name) => values[name]))
    yield checksOf('.env').warning(
      'Other users of this machine can read the secrets in .env.',
      'chmod 600 .env',
    );
}

/** systemd and `framme` skip a malformed line, like one behind a byte-order mark. */
export function* checkUnitFile(file: string): Iterable<Check> {
  if (!existsSync(file) || isWithheld(file)) return;
  const { problem } = checksOf('settings');
  const bytes = readFileSync(file);
  const text = decodeText(bytes);
  if (text === undefined || bytes.subarray(0, 3).equals(BYTE_ORDER_MARK))
    yield problem(
      `${file} is not plain UTF-8, or begins with a byte-order mark: settings in it are ignored.`,
      'Save it as UTF-8 without a byte-order mark.',
    );
  for (const [at, line] of linesOf(text ?? ''))
    if (!/^(?:;|\w+=)/.test(line) || hiddenIn(line) !== undefined)
      yield problem(
        `Line ${at} of ${file} is not NAME=value, or holds an invisible character: it is ignored or misread.`,
        'Type it anew.',
      );
}

/** Node ignores a file of certificates that it cannot read. */
function* checkAuthorities(): Iterable<Check> {
  const file = process.env.NODE_EXTRA_CA_CERTS;
  if (!file) return;
  try {
    new X509Certificate(readFileSync(file));
  } catch (error) {
    yield checksOf('settings').problem(
      `NODE_EXTRA_CA_CERTS names ${file}, which holds no certificate that can be read (${reasonOf(error)}).`,
      'Put the certificate of your own authority there, in PEM, readable by the user of the server.',
    );
  }
}

/** Overrides the settings of the unit (deploy/systemd/framme.service). */
const UNIT_FILE = '/etc/framme.env';
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** Files changed after the service started, which still has the old settings. */
function* checkRestart(): Iterable<Check> {
  const properties = ['ActiveState', 'ActiveEnterTimestamp', 'WorkingDirectory'].flatMap((name) => [
    '-p',
    name,
  ]);
  const shown = parseEnv(ofSystemctl('--timestamp=unix', ...properties));
  const started = Number(shown.ActiveEnterTimestamp?.replace('@', ''));
  if (shown.ActiveState !== 'active' || !(started > 0)) return;
  // systemd reports whole seconds; round down.
  for (const file of [join(shown.WorkingDirectory ?? '/', '.env'), UNIT_FILE])
    if (existsSync(file) && Math.floor(statSync(file).mtimeMs / 1000) > started)
      yield checksOf('restart').warning(
        `${file} was changed after the start of framme.service, which has not read it since.`,
        'systemctl restart framme',
      );
}

/** Empty without systemd. */
function ofSystemctl(...options: string[]): string {
  const args = ['show', 'framme.service', ...options];
  return spawnSync('systemctl', args, { encoding: 'utf8', timeout: 3000 }).stdout ?? '';
}

/** The journal keeps for months what the unit prints. */
export function* checkNotices({ consoleNotices }: Config): Iterable<Check> {
  const shown = ofSystemctl('-p', 'LoadState', '-p', 'StandardOutput', '-p', 'Environment');
  if (!shown.includes('LoadState=loaded') || !/StandardOutput=(?:journal|syslog|kmsg)/.test(shown)) return;
  const ofUnit = /[= ]CONSOLE_NOTICES=(\w+)/.exec(shown)?.[1];
  const ofFile = existsSync(UNIT_FILE)
    ? parseEnv(readFileSync(UNIT_FILE, 'utf8')).CONSOLE_NOTICES
    : undefined;
  if ((ofFile ?? ofUnit ?? consoleNotices) === 'full')
    yield checksOf('notices').warning(
      'framme.service prints each notice in full, and the journal keeps it: names of children and phone numbers.',
      'Set CONSOLE_NOTICES=off, or masked, and restart it.',
    );
}
