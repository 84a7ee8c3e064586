import type { Notice, Write } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import { parsePath } from '#domain/paths.ts';
import type { LoggedOp } from './restore-log.ts';

/** Of notices that were sent, or cancelled others, once: what a restored backup holds unsent about their taps goes. */
export function cancelling(notices: readonly Notice[]): Notice[] {
  return notices.filter(({ kind }) => kind !== 'first').map((one) => ({ ...one, kind: 'cancelled' }));
}

/** Cancels what waits about an op; whom it was to reach is not looked at. */
export function cancelled({ op, at }: LoggedOp): Notice {
  return { about: op, kind: 'cancelled', recipient: { userId: '' }, name: '', status: 'out', at };
}

/** Returns the child whose visits or visitors an op wrote; undefined if it wrote none. */
export function childOf(writes: readonly Write[]): Id | undefined {
  const [first] = writes;
  return first && parsePath('put' in first ? first.put : first.remove)?.child;
}
