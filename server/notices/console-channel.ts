import type { Channel } from './channel.ts';

/**
 * Prints one line a notice: the parent's phone or user id, the name and the new status (specification, section 1).
 * In: where the lines go. It is the product's message and has a stream of its own, not the log.
 */
export function consoleChannel(print: (line: string) => Promise<void>): Channel {
  return async ({ notice: { recipient, name, status }, isCorrection }) => {
    const to = 'phone' in recipient ? recipient.phone : recipient.userId;
    await print(`notice: ${to} ${name} ${status}${isCorrection ? ' (correction)' : ''}`);
  };
}
