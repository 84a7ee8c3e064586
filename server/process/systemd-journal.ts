import { fstatSync } from 'node:fs';

/** syslog(3); systemd reads it at the start of a line (sd-daemon(3)). */
const ERROR = 3;

export function priorityOf(level: number): number {
  if (level >= 60) return 2;
  if (level >= 50) return ERROR;
  if (level >= 40) return 4;
  return level >= 30 ? 6 : 7;
}

/** The journal strips the priorities (systemd.exec(5)). */
export function writesToJournal(): boolean {
  const { JOURNAL_STREAM } = process.env;
  if (JOURNAL_STREAM === undefined) return false;
  try {
    // A child inherits the variable even if its output goes elsewhere.
    const { dev, ino } = fstatSync(2, { bigint: true });
    return JOURNAL_STREAM === `${dev}:${ino}`;
  } catch {
    return false;
  }
}

/** In the journal each line is an error. */
export function writeError(text: string, then?: () => void): void {
  const lines = writesToJournal() ? text.replaceAll(/^/gm, `<${ERROR}>`) : text;
  process.stderr.write(`${lines}\n`, then);
}
