import * as v from 'valibot';
import {
  accept,
  acceptUnchanged,
  type Decision,
  defineCommand,
  type ReadDocuments,
  refuse,
  wasSchema,
} from '../command.ts';
import type { Friend, Guest, Visit } from '../documents.ts';
import { isChanged } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { visitorPath, visitorRefSchema, visitPath } from '../paths.ts';
import { isoTimeSchema } from '../time.ts';
import { isExpectable } from '../trips/coming.ts';
import {
  alertsOfReopened,
  alertsOfStart,
  isLatestVisit,
  isTripOf,
  isTripOpen,
  TRIP_OFFER_MS,
  tapOf,
  tripDue,
  withoutWord,
  withWord,
} from '../trips/trip.ts';
import { type Trip, tripMinutesSchema } from '../trips/trip-fields.ts';
import { isOf } from '../visits/visit.ts';

/**
 * The visitor goes home alone. Another start moves `due` while the trip is open; one that comes too late
 * changes nothing.
 */
const startTrip = defineCommand({
  args: v.object({
    ...visitorRefSchema.entries,
    /** Its op, and the ms since it was tapped, which no clock distorts. */
    checkOut: idSchema,
    since: v.pipe(v.number(), v.integer(), v.minValue(0)),
    minutes: tripMinutesSchema,
  }),
  reads: ({ checkOut: _op, since: _since, minutes: _minutes, ...ref }, { at }) => ({
    paths: [visitorPath(ref)],
    visitsNear: { visitor: ref, at },
  }),
  decide(documents, { checkOut, since, minutes, ...ref }, { op, actor: by, zone, ...tapped }) {
    const visitor = documents.get(visitorPath(ref));
    if (!visitor) return refuse('not-found');
    const { nearbyVisits } = documents;
    // If that op gave no departure, another phone had been quicker: the latest one counts if it is near.
    const isNear = (left: string) =>
      Math.abs(Date.parse(left) - Date.parse(tapped.at) + since) <= TRIP_OFFER_MS;
    const departed =
      nearbyVisits.find(({ visit }) => visit.left?.op === checkOut) ??
      nearbyVisits.find(
        ({ path, visit }) =>
          isLatestVisit(visitor, path) && !visit.open && isNear(tapOf(visit, 'left') ?? ''),
      );
    // Undone meanwhile: the visitor is still here.
    if (!departed) return visitor.status === 'in' ? acceptUnchanged(undefined) : refuse('superseded');
    const { path, visit } = departed;
    const left = tapOf(visit, 'left') ?? '';
    // A device's own taps follow its order.
    const at = visit.left?.op === checkOut && tapped.at < left ? left : tapped.at;
    const trip = changedTrip(visit.trip, { op, startedAt: at, due: tripDue(at, minutes), zone, by });
    if (!trip || !isLatestVisit(visitor, path) || at < left) return acceptUnchanged(undefined);
    const writes = [
      { put: path, document: { ...visit, trip } },
      { put: visitorPath(ref), document: { ...visitor, tripMinutes: minutes } },
    ];
    return { ...accept(writes), alerts: alertsOfStart(path, trip, Date.parse(tapped.receivedAt)) };
  },
});

/** Undefined if the start changes nothing. */
function changedTrip(trip: Trip | undefined, start: Trip): Trip | undefined {
  const at = start.startedAt;
  if (!trip || (trip.over?.how === 'taken-back' && at > trip.over.at)) return start;
  const isOpen = isTripOpen(trip, { now: Date.parse(at), isLatest: true });
  return isOpen && at >= trip.startedAt && start.due !== trip.due ? { ...trip, due: start.due } : undefined;
}

const tripRefSchema = v.object({
  ...visitorRefSchema.entries,
  visit: idSchema,
  start: idSchema,
});
type TripRef = v.InferOutput<typeof tripRefSchema>;

/** The home called the host, or the host takes the start back. The first word counts. */
const endTrip = defineCommand({
  args: v.object({ ...tripRefSchema.entries, how: v.picklist(['host', 'taken-back']) }),
  reads: ({ child, visit }) => ({ paths: [visitPath(child, visit)] }),
  decide: (documents, { how, ...of }, { actor: by, at, receivedAt }) =>
    changeTrip(documents, of, receivedAt, (visit, trip) => withWord(visit, trip, { how, at, by })),
});

/** Takes back the own word, not a start that was taken back. */
const reopenTrip = defineCommand({
  args: tripRefSchema,
  reads: ({ child, visit }) => ({ paths: [visitPath(child, visit)] }),
  decide: (documents, of, { actor, receivedAt }) =>
    changeTrip(documents, of, receivedAt, (visit, trip) =>
      trip.over ? withoutWord(visit, trip, ({ how, by }) => how === 'host' && by === actor) : visit,
    ),
});

function changeTrip(
  documents: ReadDocuments,
  { visit: id, start, ...ref }: TripRef,
  receivedAt: string,
  change: (visit: Visit, trip: Trip) => Visit | undefined,
): Decision {
  const path = visitPath(ref.child, id);
  const visit = documents.get(path);
  if (!visit || !isOf(visit, ref)) return refuse('not-found');
  const { trip } = visit;
  const changed = trip && isTripOf(visit, start) ? change(visit, trip) : undefined;
  if (!trip || !changed) return refuse('superseded');
  if (changed === visit) return acceptUnchanged(trip.over?.at);
  const accepted = accept([{ put: path, document: changed }]);
  if (changed.trip?.over || !trip.over) return accepted;
  return { ...accepted, alerts: alertsOfReopened(path, trip, trip.over.at, Date.parse(receivedAt)) };
}

/** For today or tomorrow; null removes it. `until`: 03:00 of the next day on the device. Notifies nobody. */
const expectArrival = defineCommand({
  args: v.object({
    ...visitorRefSchema.entries,
    at: v.nullable(isoTimeSchema),
    until: v.optional(isoTimeSchema),
    was: wasSchema,
  }),
  reads: ({ at: _at, until: _until, was: _was, ...ref }) => ({ paths: [visitorPath(ref)] }),
  decide(documents, { at, until = '', was, ...ref }, { actor: by, at: saidAt, zone }) {
    const stored = documents.get(visitorPath(ref));
    if (!stored) return refuse('not-found');
    const { expectedArrival: known, ...visitor } = stored;
    if (at === (known?.at ?? null)) return acceptUnchanged(known?.saidAt);
    if (isChanged(was?.at, known?.at ?? '', at)) return refuse('changed-meanwhile', 'at');
    if (at !== null && at <= saidAt) return refuse('in-the-past', 'at');
    if (at !== null && !isExpectable({ at, until }, Date.parse(saidAt))) return refuse('too-far-ahead', 'at');
    const expected = at !== null && { expectedArrival: { at, until, zone, saidAt, by } };
    return accept([{ put: visitorPath(ref), document: { ...visitor, ...expected } as Friend | Guest }]);
  },
});

export const tripCommands = { startTrip, endTrip, reopenTrip, expectArrival } as const;
