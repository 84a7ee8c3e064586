import { fstatSync } from 'node:fs';

/** The priority of an error in syslog(3); systemd reads it from the beginning of a line (sd-daemon(3)). */
const ERROR = 3;

/** Returns the priority of a level of the log: of fatal, error, warn, info, and those below. */
export function priorityOf(level: number): number {
  if (level >= 60) return 2;
  if (level >= 50) return ERROR;
  if (level >= 40) return 4;
  return level >= 30 ? 6 : 7;
}

/** True if what is written to standard error goes to systemd's journal, which takes the priorities off (systemd.exec(5)). */
export function writesToJournal(): boolean {
  const { JOURNAL_STREAM } = process.env;
  if (JOURNAL_STREAM === undefined) return false;
  try {
    // A child of a service inherits the variable, also where its own output goes elsewhere.
    const { dev, ino } = fstatSync(2, { bigint: true });
    return JOURNAL_STREAM === `${dev}:${ino}`;
  } catch {
    return false;
  }
}

/** Writes sentences about a failure to standard error; in the journal each line is an error. Calls back once they are written. */
export function writeError(text: string, then?: () => void): void {
  const lines = writesToJournal() ? text.replaceAll(/^/gm, `<${ERROR}>`) : text;
  process.stderr.write(`${lines}\n`, then);
}
