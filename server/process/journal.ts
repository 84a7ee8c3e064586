import { fstatSync } from 'node:fs';

/** Priorities of syslog(3), which systemd reads from the beginning of a line, as sd-daemon(3) says. */
export const ERROR_PRIORITY = 3;

/** The same for the levels of the log: fatal and error, warn, info, then debug and trace. */
const PRIORITIES = [
  [60, 2],
  [50, ERROR_PRIORITY],
  [40, 4],
  [30, 6],
] as const;

/** Returns the priority of a level of the log. */
export function priorityOf(level: number): number {
  return PRIORITIES.find(([least]) => level >= least)?.[1] ?? 7;
}

/** True if what is written to standard error goes to systemd's journal, which takes the priorities off (systemd.exec(5)). */
export function writesToJournal({ JOURNAL_STREAM }: NodeJS.ProcessEnv = process.env): boolean {
  if (JOURNAL_STREAM === undefined) return false;
  try {
    // A child of a service inherits the variable, also where its own output goes elsewhere.
    const { dev, ino } = fstatSync(2, { bigint: true });
    return JOURNAL_STREAM === `${dev}:${ino}`;
  } catch {
    return false;
  }
}

/** Writes sentences about a failure to standard error; in the journal each line is an error. */
export function writeError(text: string): void {
  const lines = writesToJournal() ? text.replaceAll(/^/gm, `<${ERROR_PRIORITY}>`) : text;
  process.stderr.write(`${lines}\n`);
}
