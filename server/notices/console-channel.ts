import type { Channel } from './channel.ts';

/**
 * Prints one line for each notice: the parent's phone or user id, the name and the new status. In: the printer of lines to
 * standard output, which is reserved for notices; the log goes to standard error.
 */
export function consoleChannel(print: (line: string) => Promise<void>): Channel {
  return async ({ notice: { recipient, name, status }, isCorrection }) => {
    const to = 'phone' in recipient ? recipient.phone : recipient.userId;
    await print(`notice: ${to} ${name} ${status}${isCorrection ? ' (correction)' : ''}`);
  };
}
