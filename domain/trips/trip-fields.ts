import * as v from 'valibot';
import { idSchema } from '../ids.ts';
import { isoTimeSchema, MINUTE_MS, zoneSchema } from '../time.ts';

/** In minutes. */
export const USUAL_TRIP_MINUTES = 15;
export const TRIP_CHOICES = [5, 10, 15, 20, 30] as const;
export const tripMinutesSchema = v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(180));

/** By the minute of `now`, so that `at` is shown as chosen; undefined if no trip takes as long. Both in ms. */
export function minutesUntil(at: number, now: number): number | undefined {
  const minutes = Math.floor(at / MINUTE_MS) - Math.floor(now / MINUTE_MS);
  return v.is(tripMinutesSchema, minutes) ? minutes : undefined;
}

/** `by`: the home's follow, or a parent of the host. */
const wordFields = {
  how: v.picklist(['home', 'host', 'taken-back']),
  at: isoTimeSchema,
  by: idSchema,
};

/** docs/decisions/0053 */
const tripSchema = v.object({
  op: idSchema,
  startedAt: isoTimeSchema,
  due: isoTimeSchema,
  zone: zoneSchema,
  by: idSchema,
  /** The first word. `second`, said within ten seconds, stands if that is taken back. */
  over: v.optional(v.object({ ...wordFields, second: v.optional(v.object(wordFields)) })),
  link: v.optional(v.object({ at: isoTimeSchema })),
});
export type Trip = v.InferOutput<typeof tripSchema>;
export type Word = v.InferOutput<v.ObjectSchema<typeof wordFields, undefined>>;

/** `until`: 03:00 of the next day where it was said. */
export const expectedSchema = v.object({
  at: isoTimeSchema,
  saidAt: isoTimeSchema,
  until: isoTimeSchema,
  zone: zoneSchema,
});

/** In a visit's document, beside the answer: what is said later never reopens a trip. */
export const visitTripFields = { trip: v.optional(tripSchema) };
export const visitorTripFields = {
  /** Minutes of the last start. */
  tripMinutes: v.optional(tripMinutesSchema),
  /** No check-in removes it: `isExpected` computes its end. */
  expectedArrival: v.optional(v.object({ ...expectedSchema.entries, by: idSchema })),
};
