import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Config } from '#server/config/config.ts';
import { unknownSettings } from '#server/config/unknown-settings.ts';
import { type Check, checksOf, isPrivate, reasonOf, refusal } from './check.ts';

/** Names each setting that is none, and what else of the environment does not work. */
export function* checkSettings(): Iterable<Check> {
  for (const sentence of unknownSettings()) yield refusal('settings', sentence, 'warning');
  yield* checkSecrets();
  yield* checkAuthorities();
}

/** The file `.env` may hold passwords. */
function* checkSecrets(): Iterable<Check> {
  if (!existsSync('.env') || isPrivate(statSync('.env'))) return;
  const text = readFileSync('.env', 'utf8');
  if (/^[ \t]*(?:\w+_SECRET|SMTP_URL|DATABASE_URL)[ \t]*=[ \t]*\S/m.test(text))
    yield checksOf('.env').warning(
      'Other users of this machine can read the secrets in .env.',
      'chmod 600 .env',
    );
}

/** Node goes on without the certificates of a file that it cannot read. */
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

/** The settings that come before those of the unit (deploy/systemd/framme.service). */
const UNIT_FILE = '/etc/framme.env';

/** The journal keeps for months what the unit prints. */
export function* checkNotices({ consoleNotices }: Config): Iterable<Check> {
  const args = ['show', 'framme.service', '-p', 'LoadState', '-p', 'StandardOutput', '-p', 'Environment'];
  // A system without systemd tells nothing here.
  const { stdout } = spawnSync('systemctl', args, { encoding: 'utf8', timeout: 3000 });
  if (!stdout?.includes('LoadState=loaded') || !/StandardOutput=(?:journal|syslog|kmsg)/.test(stdout)) return;
  const ofUnit = /[= ]CONSOLE_NOTICES=(\w+)/.exec(stdout)?.[1];
  const ofFile = existsSync(UNIT_FILE)
    ? parseEnv(readFileSync(UNIT_FILE, 'utf8')).CONSOLE_NOTICES
    : undefined;
  if ((ofFile ?? ofUnit ?? consoleNotices) === 'full')
    yield checksOf('notices').warning(
      'framme.service prints each notice in full, and the journal keeps it: names of children and phone numbers.',
      'Set CONSOLE_NOTICES=off, or masked, and restart it.',
    );
}
