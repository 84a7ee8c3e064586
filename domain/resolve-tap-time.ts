import * as v from 'valibot';
import { type Certainty, clockSchema, DAY_MS, MINUTE_MS, OFFLINE_DAYS } from './time.ts';

/** In ms; estimates that differ by more contradict each other. */
export const DISAGREEMENT_MS = 2000;

/** In ms; no request takes longer, so a greater difference comes from a clock. */
const LONGEST_UPLOAD_MS = 2 * MINUTE_MS;

/**
 * Server clock in ms, by a skew that this page `measured`, a previous page `kept`, or that is `doubted`,
 * since a clock was set.
 */
export const estimateSchema = v.object({
  at: clockSchema,
  basis: v.picklist(['measured', 'kept', 'doubted']),
});
export type Estimate = v.InferOutput<typeof estimateSchema>;
export type Basis = Estimate['basis'];

interface Clocks {
  /** Device clock, ms. */
  tappedAt: number;
  /** Device clock when the request was sent, ms. */
  deviceNow: number;
  /** Server clock when the request came in, ms. */
  receivedAt: number;
  /** Absent from older pages. */
  estimate?: Estimate | undefined;
}

export interface TapTime {
  at: number;
  certainty: Certainty;
}

/**
 * Never after the request (decision 0033). A slow request makes the age by the device's clock too small,
 * which the estimate shows; other contradictions are uncertain.
 */
export function resolveTapTime(clocks: Clocks): TapTime {
  const byAge = placeByAge(clocks);
  const { tappedAt, receivedAt, estimate } = clocks;
  if (!estimate) return byAge;
  const doubt: TapTime = { at: byAge.at, certainty: 'uncertain' };
  const isTooOld = receivedAt - estimate.at > OFFLINE_DAYS * DAY_MS;
  const isFuture = estimate.at - receivedAt > DISAGREEMENT_MS;
  if (isTooOld || isFuture || estimate.basis === 'doubted') return doubt;
  const at = Math.min(estimate.at, receivedAt);
  const late = byAge.certainty === 'uncertain' ? Number.NaN : byAge.at - at;
  const isAgreed = Math.abs(late) <= DISAGREEMENT_MS;
  const isSlow = late > 0 && late <= LONGEST_UPLOAD_MS;
  const certainty = certaintyOf(at - tappedAt);
  if (estimate.basis === 'measured') return { at, certainty: isAgreed || isSlow ? certainty : 'uncertain' };
  // A kept skew is no proof: a slow request explains the gap, but so may a clock that was set.
  if (isAgreed) return { at: Math.min(at, byAge.at), certainty };
  return isSlow ? { at, certainty: 'uncertain' } : doubt;
}

/**
 * Even by a wrong device clock, the age is right. Below 0 or over 90 days the earlier clock counts,
 * uncertain.
 */
function placeByAge({ tappedAt, deviceNow, receivedAt }: Clocks): TapTime {
  const age = deviceNow - tappedAt;
  if (age < 0 || age > OFFLINE_DAYS * DAY_MS) {
    return { at: Math.min(tappedAt, receivedAt), certainty: 'uncertain' };
  }
  return { at: receivedAt - age, certainty: certaintyOf(receivedAt - deviceNow) };
}

/** Server clock minus device clock, ms. */
function certaintyOf(skew: number): Certainty {
  return Math.abs(skew) > MINUTE_MS ? 'corrected' : 'exact';
}
