import type { Alert } from '#domain/alerts.ts';
import type { Id } from '#domain/ids.ts';
import { isSameFirstName } from '#domain/names.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { type Coming, openComing } from '#domain/trips/coming.ts';
import { TAKE_BACK_MS, tripEnd } from '#domain/trips/trip.ts';
import type { Dependencies } from '../dependencies.ts';
import type { FollowedRow, FollowRow } from '../store/ports/store.ts';
import { isShared } from './visibility.ts';

/** In ms after the time: nobody is asked before. */
const LATE_MS = 10 * MINUTE_MS;

/**
 * What still counts at `now` (ms), of `rows`, all that the home follows: one child may be a friend of two children.
 * Nothing while the follow is paused.
 */
export function comingOf(
  deps: Dependencies,
  row: FollowedRow,
  rows: readonly FollowedRow[],
  now: number,
): Coming {
  const { coming, person } = row;
  if (!person || !isShared(deps, row, person)) return {};
  const visits = visitsOfChild(deps, row, rows).map(({ visit }) => visit);
  return openComing(coming, visits, now);
}

/** By follow; one query for each home that said something. */
export async function comingBy(
  deps: Dependencies,
  hosted: readonly FollowRow[],
): Promise<ReadonlyMap<Id, Coming>> {
  const said = hosted.filter(({ coming }) => coming.trip ?? coming.expected);
  const byId = new Map<Id, Coming>();
  for (const home of new Set(said.map((row) => row.home))) {
    const rows = await deps.store.followsOf(home);
    for (const row of rows) byId.set(row.id, comingOf(deps, row, rows, deps.now()));
  }
  return byId;
}

/** The child is at the host, by any friend of that first name whom the home follows there. */
export function isCheckedIn(deps: Dependencies, row: FollowedRow, rows: readonly FollowedRow[]): boolean {
  return visitsOfChild(deps, row, rows).some(({ visit }) => visit.open);
}

/** Of follows that show something: a family that only asked learns nothing. */
function visitsOfChild(deps: Dependencies, { host, name }: FollowedRow, rows: readonly FollowedRow[]) {
  return rows.flatMap((one) => {
    const { seen } = one;
    const isSameChild = one.host === host && isSameFirstName(one.name, name);
    return isSameChild && seen && isShared(deps, one, seen.visitor) ? [seen] : [];
  });
}

/** The row of a follow and all of its home's, for either family; undefined if there is none. */
export async function followOf(
  { store }: Pick<Dependencies, 'store'>,
  household: Id,
  id: Id,
): Promise<{ row: FollowedRow; rows: FollowedRow[] } | undefined> {
  const hosted = (await store.followersOf(household)).find((one) => one.id === id);
  const rows = await store.followsOf(hosted?.home ?? household);
  const row = rows.find((one) => one.id === id);
  return row && { row, rows };
}

/** When nothing of it counts any more, ISO. */
export function overAt({ trip, expected }: Coming): string {
  return isoTime(Math.max(0, trip ? tripEnd(trip) : 0, Date.parse(expected?.until ?? '') || 0));
}

/** A start tells the host once it can no longer be taken back; both hear ten minutes after the time. */
export function alertsOfComing(
  id: Id,
  { trip, expected }: Coming,
  now: number,
): Record<'host' | 'home', Alert[]> {
  const starts: Alert[] = [];
  const late: Alert[] = [];
  const after = (at: string) => isoTime(Date.parse(at) + LATE_MS);
  if (trip?.startedAt === isoTime(now)) {
    const { startedAt: saidAt, due } = trip;
    starts.push({ about: id, kind: 'coming', at: isoTime(now + TAKE_BACK_MS), saidAt });
    late.push({ about: id, kind: 'late', at: after(due), saidAt });
  }
  if (expected?.saidAt === isoTime(now))
    late.push({ about: id, kind: 'awaited', at: after(expected.at), saidAt: expected.saidAt });
  return { host: [...starts, ...late], home: late };
}
