import type { RefusedCommand } from '#client/data/port.ts';

export function refusedWith(
  code: RefusedCommand['refusal']['code'],
  changes: Partial<RefusedCommand> = {},
): RefusedCommand {
  return { op: 'op00000001', name: 'checkIn', args: {}, refusal: { code }, tappedAt: 0, ...changes };
}
