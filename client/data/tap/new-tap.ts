import * as v from 'valibot';
import type { Tap } from '#client/data/device/records.ts';
import type { Environment } from '#client/data/environment.ts';
import type { ChildView, PeopleNames } from '#client/data/port.ts';
import type { Clock } from '#client/data/wire/clock.ts';
import { makeUlid } from '#domain/ids.ts';
import { isoTime, zoneSchema } from '#domain/time.ts';

/** The command of a new tap; the retry of a refused tap keeps the time and zone of the first. */
export type TapInput = Pick<Tap, 'name' | 'args' | 'people'> &
  Partial<Pick<Tap, 'tappedAt' | 'zone' | 'replaces'>>;

/** Creates a tap that happens now; `order`: its journal position. */
export function newTap(
  environment: Pick<Environment, 'random' | 'zone'>,
  clock: Clock,
  { name, args, ...first }: TapInput,
  order: number,
): Tap {
  const op = makeUlid(clock.now(), environment.random(10));
  const zone = environment.zone();
  const now = Math.max(0, Math.round(clock.register(op, first.replaces)));
  const tap = { tappedAt: now, zone: v.is(zoneSchema, zone) ? zone : 'UTC', ...first };
  const { at, basis } = clock.placeNew({ op, ...tap });
  return {
    op,
    name,
    // A copy as the server will receive it, safe from later mutation.
    args: JSON.parse(JSON.stringify(args)),
    ...tap,
    at: isoTime(at),
    receivedAt: isoTime(Math.round(clock.serverNow())),
    basis,
    order,
  };
}

/** Returns the names of the people a command is about; its arguments hold their ids. */
export function peopleNames(args: unknown, children: readonly ChildView[]): PeopleNames {
  const given: Record<string, unknown> = Object(args);
  const child = children.find(({ id }) => id === given.child);
  const id = given.visitor ?? given.friend ?? given.guest;
  const visitors = child && id !== undefined ? [...child.friends, ...child.guests] : [];
  const person = visitors.find(({ ref }) => ref.visitor === id);
  return { ...(child && { child: child.name }), ...(person && { person: person.name }) };
}
