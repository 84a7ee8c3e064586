import { withoutInvisibleMarks } from '#domain/fields.ts';
import type { QueuedNotice } from '../store/ports/store.ts';

/** Sends a notice to the other family. Rejects if that failed; the notice is then retried. */
export type Channel = (notice: QueuedNotice) => Promise<void>;

/**
 * Prints one line for each notice: the parent's phone or user id and the name, quoted, and the new status. `print` writes
 * one line to standard output, where the startup line goes too; the log goes to standard error.
 */
export function consoleChannel(print: (line: string) => Promise<void>): Channel {
  return async ({ notice: { recipient, name, status }, isCorrection }) => {
    const to = 'phone' in recipient ? recipient.phone : recipient.userId;
    await print(`notice: ${quoted(to)} ${quoted(name)} ${status}${isCorrection ? ' (correction)' : ''}`);
  };
}

/** Quotes a field as JSON does, without marks that nobody sees, so that no name looks like another, another field or line. */
function quoted(field: string): string {
  return JSON.stringify(withoutInvisibleMarks(field));
}
