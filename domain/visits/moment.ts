import type { Context } from '../command.ts';
import type { Moment } from '../documents.ts';

/** Returns one end of a visit, arrival or departure, as the op's tap records it. */
export function momentOf(context: Context, at = context.at): Moment {
  const { tappedAt, receivedAt, zone, certainty, actor: by, device, op } = context;
  return { at, tappedAt, receivedAt, zone, certainty, by, device, op };
}
