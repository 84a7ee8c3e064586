import type { VisitorView } from '#client/data/port.ts';
import { Dot } from '#client/lib/dot.tsx';
import type { Elements } from '#client/lib/jsx.ts';
import { SHOWN_BEFORE_MS, timeOf } from '#client/session/use-coming.ts';
import { isAsking, useFollowersOf } from '#client/session/use-followers.ts';
import { comingWords } from '#client/shared-visit/coming-words.ts';
import { Fill } from '#client/shared-visit/visit-lines.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import type { Follower } from '#domain/protocol/following-calls.ts';
import { HOUR_MS, isoTime, MINUTE_MS } from '#domain/time.ts';
import type { Coming } from '#domain/trips/coming.ts';
import { tripEnd } from '#domain/trips/trip.ts';

/** In ms before an expected time: who was here since has come. */
const COMES_EARLY_MS = 3 * HOUR_MS;

/** What the homes say and the lists show at `now` (ms), by time. A check-in here ends it before the server says so. */
export function comingTo(
  { status, hasVisited, timestamp = '' }: VisitorView,
  followers: readonly Follower[],
  now: number,
): Coming[] {
  const before = (at: string, ms: number) => isoTime(Date.parse(at) - ms);
  const isSince = (at: string) => hasVisited && timestamp >= at;
  const said = followers.flatMap((one): Coming[] => {
    const { trip, expected } = (!isAsking(one) && one.coming) || {};
    if (trip && now < tripEnd(trip) && !isSince(before(trip.startedAt, MINUTE_MS))) return [{ trip }];
    if (!expected || isSince(before(expected.at, COMES_EARLY_MS))) return [];
    const isShown = isoTime(now) >= before(expected.at, SHOWN_BEFORE_MS) && isoTime(now) < expected.until;
    return isShown ? [{ expected }] : [];
  });
  const time = (coming: Coming) => timeOf({ coming }, now) ?? '';
  return status === 'in' ? [] : said.toSorted((a, b) => (time(a) < time(b) ? -1 : 1));
}

/** What each home says; without a word `children`. */
export function ComingLine({ visitor, children }: { visitor: VisitorView; children: Elements }) {
  const { language, texts } = useTranslation('details');
  const now = useNow();
  const said = comingTo(visitor, useFollowersOf(visitor.ref), now).flatMap((one) => {
    const words = comingWords(one, { now, language }, texts.following.coming);
    return words ? [{ ...words, key: JSON.stringify(one) }] : [];
  });
  if (said.length === 0) return children;
  return said.map(({ key, ...words }, place) => (
    <span key={key} data-coming>
      {place > 0 && <Dot />}
      <Fill {...words} />
    </span>
  ));
}
