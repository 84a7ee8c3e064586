import type { Channel } from './channel.ts';

/**
 * Prints one line for each notice: the parent's phone or user id, the name and the new status. `print` writes
 * one line to standard output, where the startup line goes too; the log goes to standard error.
 */
export function consoleChannel(print: (line: string) => Promise<void>): Channel {
  return async ({ notice: { recipient, name, status }, isCorrection }) => {
    const to = 'phone' in recipient ? recipient.phone : recipient.userId;
    await print(`notice: ${to} ${name} ${status}${isCorrection ? ' (correction)' : ''}`);
  };
}
