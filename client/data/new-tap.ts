import * as v from 'valibot';
import type { Clock } from '#client/data/network/clock.ts';
import type { Tap } from '#client/data/storage/records.ts';
import { makeId } from '#domain/ids.ts';
import { isoTime, zoneSchema } from '#domain/time.ts';
import type { Environment } from './environment.ts';

/** What a parent wants; another try of a refused tap brings the time and zone of the first. */
export type Wish = Pick<Tap, 'name' | 'args'> & Partial<Pick<Tap, 'tappedAt' | 'zone' | 'replaces'>>;

/** A tap that happens now. In: the server's clock minus the device's, in ms, and its place among the taps. */
export function newTap(
  environment: Pick<Environment, 'random' | 'zone'>,
  clock: Clock,
  skew: number,
  { name, args, ...wish }: Wish,
  order: number,
): Tap {
  const op = makeId(environment.random(16));
  const zone = environment.zone();
  const now = Math.max(0, Math.round(clock.tap(op, wish.replaces)));
  const tap = { tappedAt: now, zone: v.is(zoneSchema, zone) ? zone : 'UTC', ...wish };
  return {
    op,
    name,
    // As the server will see them, and safe from a screen that changes them later.
    args: JSON.parse(JSON.stringify(args)),
    ...tap,
    at: isoTime(Math.round(clock.timeOf({ op, tappedAt: tap.tappedAt })) + skew),
    receivedAt: isoTime(Math.round(clock.now()) + skew),
    order,
  };
}
