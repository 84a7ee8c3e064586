import type { Visit } from '../documents.ts';
import { HOUR_MS } from '../time.ts';

/** The hour, by the phone's clock, from which an open visit may ask. */
export const EVENING_HOUR = 20;
/** The shortest visit that asks. */
const LONG_VISIT_MS = 4 * HOUR_MS;

/**
 * Returns the time (ms) from which an open visit asks whether the visitor has left: the evening of the day of arrival, in ms
 * by the phone's zone, but not before four hours have passed. Undefined if it never asks: closed, or staying the night.
 */
export function asksFrom(
  { open, arrived, staysNight }: Pick<Visit, 'open' | 'arrived' | 'staysNight'>,
  eveningOf: (arrived: number) => number,
): number | undefined {
  if (!open || !arrived || staysNight) return undefined;
  const began = Date.parse(arrived.at);
  return Math.max(eveningOf(began), began + LONG_VISIT_MS);
}
