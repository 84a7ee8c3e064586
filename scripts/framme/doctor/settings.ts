import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { unknownSettings } from '#server/config/unknown-settings.ts';
import { type Check, checksOf, isPrivate, reasonOf, refusal } from './check.ts';

/** Names each setting that is none, and what else of the environment does not work. */
export function* checkSettings(): Iterable<Check> {
  for (const sentence of unknownSettings()) yield refusal('settings', sentence, 'warning');
  yield* checkSecrets();
  yield* checkAuthorities();
  yield* checkNotices();
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

/** The journal keeps for months what the unit prints. */
function* checkNotices(): Iterable<Check> {
  const args = ['show', 'framme.service', '-p', 'LoadState', '-p', 'StandardOutput', '-p', 'Environment'];
  // A system without systemd tells nothing here.
  const { stdout } = spawnSync('systemctl', args, { encoding: 'utf8', timeout: 3000 });
  if (!stdout?.includes('LoadState=loaded') || !/StandardOutput=(?:journal|syslog|kmsg)/.test(stdout)) return;
  const ofUnit = /[= ]NOTICE_CONSOLE=(\w+)/.exec(stdout)?.[1];
  if ((ofUnit ?? noticeConsole()) === 'full')
    yield checksOf('notices').warning(
      'framme.service prints each notice in full, and the journal keeps it: names of children and phone numbers.',
      'Set NOTICE_CONSOLE=off, or masked, and restart it.',
    );
}

function noticeConsole(): string {
  return process.env.NOTICE_CONSOLE?.trim() || 'full';
}
