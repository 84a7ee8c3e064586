import type { Context, Notice, ReadDocuments } from '../command.ts';
import type { Friend, Guest } from '../documents.ts';
import { profilePath } from '../paths.ts';

/**
 * Returns the notice to the other family, or none. With the acting parent's notifications off nothing is sent, but
 * what waits unsent about the same tap is still cancelled.
 */
export function noticesFor(
  reading: ReadDocuments,
  context: Context,
  visitor: Friend | Guest,
  notice: Pick<Notice, 'about' | 'kind' | 'status' | 'at'>,
): Notice[] {
  const isOff = reading.get(profilePath(context.actor))?.notifications === false;
  if (isOff && notice.kind === 'first') return [];
  const recipient =
    'parentPhone' in visitor ? { phone: visitor.parentPhone } : { userId: visitor.parentUserId };
  return [{ ...notice, ...(isOff ? { kind: 'cancelled' } : {}), recipient, name: visitor.name }];
}
