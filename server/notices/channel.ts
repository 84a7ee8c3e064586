import { withoutInvisibleMarks } from '#domain/fields.ts';
import type { ConsoleNotices } from '../config/settings.ts';
import type { QueuedNotice } from '../store/ports/store.ts';

/** Sends a notice to the other family. Rejects if that failed; the notice is then retried. */
export type Channel = (notice: QueuedNotice) => Promise<void>;

/**
 * Prints one line for each notice: the parent's phone or user id and the name, quoted, and the new status. `print` writes
 * one line to standard output, where the startup line goes too; the log goes to standard error. `shows`: the fields are whole,
 * masked, or nothing is printed, because whatever stores the output keeps it longer than a family does.
 */
export function consoleChannel(print: (line: string) => Promise<void>, shows: ConsoleNotices): Channel {
  if (shows === 'off') return async () => undefined;
  const [word, number] = shows === 'full' ? [quoted, quoted] : [maskedWord, maskedNumber];
  return async ({ notice: { recipient, name, status }, isCorrection }) => {
    const to = 'phone' in recipient ? number(recipient.phone) : word(recipient.userId);
    await print(`notice: ${to} ${word(name)} ${status}${isCorrection ? ' (correction)' : ''}`);
  };
}

/** Shows the first letter of a word that has more of them. */
function maskedWord(word: string): string {
  const [first = '', ...rest] = withoutInvisibleMarks(word);
  return quoted(rest.length > 0 ? `${first}…` : '…');
}

/** Shows the last two digits of a number that has several more. */
function maskedNumber(number: string): string {
  const digits = number.replace(/\D/g, '');
  return quoted(digits.length > 5 ? `…${digits.slice(-2)}` : '…');
}

/** Quotes a field as JSON does, without marks that nobody sees, so that no name looks like another, another field or line. */
function quoted(field: string): string {
  return JSON.stringify(withoutInvisibleMarks(field));
}
