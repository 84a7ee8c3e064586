import * as v from 'valibot';
import {
  accept,
  acceptUnchanged,
  type Context,
  type Decision,
  defineCommand,
  type ReadDocuments,
  refuse,
  type StoredVisit,
  wasSchema,
} from '../command.ts';
import type { Friend, Guest, Visit } from '../documents.ts';
import { isChanged } from '../fields.ts';
import { type Id, idSchema } from '../ids.ts';
import {
  documentId,
  type Path,
  type VisitorRef,
  visitorPath,
  visitorRefSchema,
  visitPath,
} from '../paths.ts';
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
import { type Trip, tripMinutesSchema, type Word } from '../trips/trip-fields.ts';
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
  decide(documents, { checkOut, since, minutes, ...ref }, context) {
    const visitor = documents.get(visitorPath(ref));
    if (!visitor) return refuse('not-found');
    const departed = departedVisit(documents, visitor, checkOut, Date.parse(context.at) - since);
    // Undone meanwhile: the visitor is still here.
    if (!departed) return visitor.status === 'in' ? acceptUnchanged(undefined) : refuse('superseded');
    const { path, visit } = departed;
    const tap = tapOf(visit, 'left') ?? '';
    // A device's own taps follow its order.
    const at = visit.left?.op === checkOut && context.at < tap ? tap : context.at;
    if (!isLatestVisit(visitor, documentId(path)) || at < tap) return acceptUnchanged(undefined);
    const trip = startedTrip(visit.trip, { ...context, at }, minutes);
    if (!trip) return acceptUnchanged(undefined);
    const usual = { put: visitorPath(ref), document: { ...visitor, tripMinutes: minutes } };
    const writes = [
      { put: path, document: { ...visit, trip } },
      ...(visitor.tripMinutes === minutes ? [] : [usual]),
    ];
    return { ...accept(writes), alerts: alertsOfStart(path, trip, Date.parse(context.receivedAt)) };
  },
});

const tripFields = {
  ...visitorRefSchema.entries,
  visit: idSchema,
  /** The op that began the trip. */
  start: idSchema,
};

/** The home called the host, or the host takes the start back. The first word counts. */
const endTrip = tripCommand(
  { how: v.picklist(['host', 'taken-back']) },
  (visit, trip, { how }, { actor: by, at }) => {
    const ended = withWord(visit, trip, { how, at, by });
    return ended === visit ? acceptUnchanged(trip.over?.at) : ended;
  },
);

/** Takes back the own word, not a start that was taken back. */
const reopenTrip = tripCommand({}, (visit, trip, _args, { actor }) => {
  const isOwn = ({ how, by }: Word) => how === 'host' && by === actor;
  return withoutWord(visit, trip, isOwn) ?? (trip.over ? refuse('superseded') : acceptUnchanged(undefined));
});

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

/** Gave that op no departure, another phone had been quicker: the latest one counts if it is near. */
function departedVisit(
  { nearbyVisits }: ReadDocuments,
  visitor: Friend | Guest,
  checkOut: Id,
  checkedOutAt: number,
): StoredVisit | undefined {
  const own = nearbyVisits.find(({ visit }) => visit.left?.op === checkOut);
  if (own) return own;
  return nearbyVisits.find(({ path, visit }) => {
    const tap = tapOf(visit, 'left');
    const isNear = tap !== undefined && Math.abs(Date.parse(tap) - checkedOutAt) <= TRIP_OFFER_MS;
    return isNear && !visit.open && isLatestVisit(visitor, documentId(path));
  });
}

/** Undefined if the start changes nothing. */
function startedTrip(trip: Trip | undefined, context: Context, minutes: number): Trip | undefined {
  const { op, at, zone, actor: by } = context;
  const due = tripDue(at, minutes);
  const isBegunAnew = trip?.over?.how === 'taken-back' && at > trip.over.at;
  if (!trip || isBegunAnew) return { op, startedAt: at, due, zone, by };
  if (!isTripOpen(trip, { now: Date.parse(at), isLatest: true }) || at < trip.startedAt) return undefined;
  return trip.due === due ? undefined : { ...trip, due };
}

/** `change` returns the visit to store, or a decision. */
function tripCommand<E extends v.ObjectEntries>(
  entries: E,
  change: (
    visit: Visit,
    trip: Trip,
    args: v.InferOutput<v.ObjectSchema<E, undefined>>,
    context: Context,
  ) => Visit | Decision,
) {
  return defineCommand({
    args: v.object({ ...tripFields, ...entries }),
    reads: (args) => ({ paths: [pathIn(args)] }),
    decide(documents, args, context) {
      const path = pathIn(args);
      const { start, ...ref } = args as unknown as VisitorRef & { start: Id };
      const visit = documents.get(path);
      if (!visit || !isOf(visit, ref)) return refuse('not-found');
      if (!visit.trip || !isTripOf(visit, start)) return refuse('superseded');
      const changed = change(visit, visit.trip, args as v.InferOutput<v.ObjectSchema<E, undefined>>, context);
      if ('accepted' in changed) return changed;
      const accepted = accept([{ put: path, document: changed }]);
      const { over } = visit.trip;
      if (changed.trip?.over || !over) return accepted;
      const reopenedAt = Date.parse(context.receivedAt);
      return { ...accepted, alerts: alertsOfReopened(path, visit.trip, over.at, reopenedAt) };
    },
  });
}

function pathIn(args: unknown): Path<'visit'> {
  const { child, visit } = args as { child: Id; visit: Id };
  return visitPath(child, visit);
}
