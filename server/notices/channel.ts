import { withoutInvisibleMarks } from '#domain/fields.ts';
import type { Config } from '../config/config.ts';
import type { QueuedNotice } from '../store/ports/store.ts';

/** Rejects if sending failed; the notice is then retried. */
export type Channel = (notice: QueuedNotice) => Promise<void>;

/**
 * To standard output, which may be stored longer than the family's data: hence masked or off. The
 * log uses standard error.
 */
export function consoleChannel(
  print: (line: string) => Promise<void>,
  shows: Config['consoleNotices'],
): Channel {
  if (shows === 'off') return async () => undefined;
  const [word, number] = shows === 'full' ? [quoted, quoted] : [maskedWord, maskedNumber];
  return async ({ notice: { recipient, name, status }, isCorrection }) => {
    const to = 'phone' in recipient ? number(recipient.phone) : word(recipient.userId);
    await print(`notice: ${to} ${word(name)} ${status}${isCorrection ? ' (correction)' : ''}`);
  };
}

function maskedWord(word: string): string {
  const [first = '', ...rest] = withoutInvisibleMarks(word);
  return quoted(rest.length > 0 ? `${first}…` : '…');
}

function maskedNumber(number: string): string {
  const digits = number.replace(/\D/g, '');
  return quoted(digits.length > 5 ? `…${digits.slice(-2)}` : '…');
}

/** No name may resemble another name, field or line. */
function quoted(field: string): string {
  return JSON.stringify(withoutInvisibleMarks(field));
}
