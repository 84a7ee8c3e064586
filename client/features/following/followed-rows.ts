import { useMemo } from 'react';
import type { HouseholdView } from '#client/data/port.ts';
import type { Follow } from '#domain/protocol/following-calls.ts';

/** For a frozen list: the same until other lines are due. */
export function useFollowedRows(followed: HouseholdView['followed']): readonly Follow[] | undefined {
  const shape = followed && shapeOf(followed.following);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows render the words of now themselves.
  return useMemo(() => followed?.following, [shape]);
}

/** While equal, the rows' words may change in place. */
export function shapeOf(rows: readonly Follow[]): string {
  return JSON.stringify(
    rows.map(({ id, agreedAt, visit, coming }) => [
      id,
      agreedAt !== null,
      visit && [
        visit.open,
        visit.expected !== null,
        visit.answer?.code,
        // What is said takes the button's place.
        visit.trip && visit.asOf < visit.trip.until && visit.trip.said?.isHome !== false,
      ],
      coming && [coming.trip !== undefined, coming.expected !== undefined],
    ]),
  );
}
