import { useMemo } from 'react';
import type { HouseholdView } from '#client/data/port.ts';
import type { Following } from '#domain/protocol/following-calls.ts';

/** The rows of what is followed for a list that holds still: the same until other lines are due. */
export function useFollowedRows(followed: HouseholdView['followed']): readonly Following[] | undefined {
  const shape = followed && shapeOf(followed.following);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows render the words of now themselves.
  return useMemo(() => followed?.following, [shape]);
}

/** Returns what decides which lines the rows have: while that is the same, their words may change where they stand. */
export function shapeOf(rows: readonly Following[]): string {
  return JSON.stringify(
    rows.map(({ id, agreedAt, visit }) => [
      id,
      agreedAt !== null,
      visit && [visit.open, visit.expected !== null, visit.answer?.code],
    ]),
  );
}
