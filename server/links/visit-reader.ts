import type { ServerResponse } from 'node:http';
import { EventStream, frameOf } from '../live/event-stream.ts';
import { certainPhone, endOf, type Living, shownTo } from './look.ts';

const closed = frameOf('closed', { code: 'link-expired' });

/** One open stream of a visit. It knows its link by the hash alone. */
export class VisitReader extends EventStream {
  readonly hash: string;
  readonly #isOwn: boolean;
  /** The JSON that was sent last; '' before the first. */
  #sent = '';
  /** The time (ms) from which the link shows nothing, as of the last look. */
  endsAt = Number.POSITIVE_INFINITY;
  phone: string | undefined;
  /** The time (ms) of the last look that found the link. */
  foundAt: number;

  constructor(
    response: ServerResponse,
    { hash, isOwn, openedAt, foundAt }: { hash: string; isOwn: boolean; openedAt: number; foundAt: number },
  ) {
    super(response, openedAt);
    this.hash = hash;
    this.#isOwn = isOwn;
    this.foundAt = foundAt;
  }

  /** Sends the visit as it was found, unless that is what was sent last. */
  show(living: Living, now: number): void {
    this.endsAt = endOf(living);
    this.foundAt = Date.parse(living.asOf);
    this.phone = certainPhone(living.visitor);
    const shown = shownTo(living, this.#isOwn);
    const json = JSON.stringify({ ...shown, asOf: '' });
    if (json === this.#sent) return;
    this.#sent = json;
    this.write(frameOf('visit', shown), now);
  }

  /** Ends it because the link shows nothing any more. */
  expire(): void {
    this.end(closed);
  }

  /** Ends it without a word: the page opens another one. */
  close(): void {
    this.end();
  }
}
