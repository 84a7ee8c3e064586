import type { StoredByLink } from '#domain/protocol/link-calls.ts';
import { type Living, shownTo } from './look.ts';

/** The digits of a phone number that the holder of a link is told: it may be a stranger. */
const TOLD_DIGITS = 2;

/** Returns what the holder of a link may know of what is stored: this visit, the typed name, the end of the number. */
export function storedBy(living: Living, isOwn: boolean): StoredByLink {
  const { visitor, link, keepVisits } = living;
  const phone = 'parentPhone' in visitor ? visitor.parentPhone : undefined;
  return {
    name: visitor.name,
    phoneEnding: phone === undefined ? null : phone.replace(/\D/g, '').slice(-TOLD_DIGITS),
    visit: shownTo(living, isOwn),
    madeAt: link.madeAt,
    openedAt: link.openedAt ?? null,
    keptDays: keepVisits,
  };
}
