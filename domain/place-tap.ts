import * as v from 'valibot';
import { type Certainty, clockSchema, DAY_MS, MINUTE_MS, OFFLINE_DAYS } from './time.ts';

/** Two reckonings of a time that differ by more, in ms, contradict each other. */
export const DISAGREEMENT_MS = 2000;

/** The longest time, in ms, that a request takes to the server; a greater difference comes from a clock. */
const LONGEST_UPLOAD_MS = 2 * MINUTE_MS;

/**
 * A phone's own reckoning of a tap's time: the server's clock in ms, by a clock difference that its page `measured`, by one that was
 * `kept` from a former page, or by one that is `doubted`, because a clock was set since.
 */
export const estimateSchema = v.object({
  at: clockSchema,
  basis: v.picklist(['measured', 'kept', 'doubted']),
});
export type Estimate = v.InferOutput<typeof estimateSchema>;
export type Basis = Estimate['basis'];

interface Clocks {
  /** The device's clock at the tap, in ms. */
  tappedAt: number;
  /** The device's clock when it sent the request, in ms. */
  deviceNow: number;
  /** The server's clock when the request came in, in ms. */
  receivedAt: number;
  /** Absent from a page of an earlier version. */
  estimate?: Estimate | undefined;
}

export interface Placed {
  at: number;
  certainty: Certainty;
}

/**
 * Places a tap in time, in ms, never after the request (decision 0033). A slow request makes its age by the device's clock
 * too small; the phone's estimate tells. If both contradict each other otherwise, the tap is uncertain.
 */
export function placeTap(clocks: Clocks): Placed {
  const byAge = placeByAge(clocks);
  const { tappedAt, receivedAt, estimate } = clocks;
  if (!estimate) return byAge;
  const doubt: Placed = { at: byAge.at, certainty: 'uncertain' };
  const isTooOld = receivedAt - estimate.at > OFFLINE_DAYS * DAY_MS;
  const isFuture = estimate.at - receivedAt > DISAGREEMENT_MS;
  if (isTooOld || isFuture || estimate.basis === 'doubted') return doubt;
  const at = Math.min(estimate.at, receivedAt);
  const late = byAge.certainty === 'uncertain' ? Number.NaN : byAge.at - at;
  const isAgreed = Math.abs(late) <= DISAGREEMENT_MS;
  const isSlow = late > 0 && late <= LONGEST_UPLOAD_MS;
  const certainty = certaintyOf(at - tappedAt);
  if (estimate.basis === 'measured') return { at, certainty: isAgreed || isSlow ? certainty : 'uncertain' };
  // A former difference is no proof: a slow request explains the gap, but so may a clock that was set.
  if (isAgreed) return { at: Math.min(at, byAge.at), certainty };
  return isSlow ? { at, certainty: 'uncertain' } : doubt;
}

/**
 * The tap's age by the device's clock, subtracted from the server's, so that a wrong device clock does not matter. A negative
 * age, or one over 90 days, falls back to the earlier of the two clocks, uncertain.
 */
function placeByAge({ tappedAt, deviceNow, receivedAt }: Clocks): Placed {
  const age = deviceNow - tappedAt;
  if (age < 0 || age > OFFLINE_DAYS * DAY_MS) {
    return { at: Math.min(tappedAt, receivedAt), certainty: 'uncertain' };
  }
  return { at: receivedAt - age, certainty: certaintyOf(receivedAt - deviceNow) };
}

/** `skew`: the server's clock minus the device's, in ms. */
function certaintyOf(skew: number): Certainty {
  return Math.abs(skew) > MINUTE_MS ? 'corrected' : 'exact';
}
