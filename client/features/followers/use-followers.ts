import { useMemo, useSyncExternalStore } from 'react';
import type { FrammeData, Household } from '#client/data/port.ts';
import { useData, useHousehold } from '#client/session/use-household.ts';
import { firstName } from '#domain/names.ts';
import { parsePath, type VisitorRef } from '#domain/paths.ts';
import type { Follower } from '#domain/protocol/following-calls.ts';
import { FollowersWatch } from './followers-watch.ts';

/** One of each household, so that the next page knows what this one does. It goes with the sign-out. */
const watches = new WeakMap<Household, FollowersWatch>();

function watchOf(data: FrammeData, household: Household): FollowersWatch {
  const known = watches.get(household);
  if (known) return known;
  const { household: id } = household.account;
  const ask = async () => {
    const reply = await data.ask('followers', { household: id });
    return reply.household === id ? reply.followers : [];
  };
  const watch = new FollowersWatch(household, ask);
  watches.set(household, watch);
  return watch;
}

/** The followers of the signed-in household. */
export function useFollowersWatch(): FollowersWatch {
  const data = useData();
  const household = useHousehold();
  return useMemo(() => watchOf(data, household), [data, household]);
}

/** The families whose question waits for an answer, or has to be answered anew. */
export function useFollowerQuestions(): readonly Follower[] {
  const watch = useFollowersWatch();
  const all = useSyncExternalStore(watch.subscribe, watch.all);
  return useMemo(() => all.filter(isAsking), [all]);
}

/** The families that follow a friend or guest, or ask to. */
export function useFollowersOf(ref: VisitorRef): readonly Follower[] {
  const watch = useFollowersWatch();
  return useSyncExternalStore(watch.subscribe, () => watch.of(ref));
}

/** Returns the first name of whom a follower follows, as it is now. */
export function nameOf(household: Pick<Household, 'visitor'>, { visitor, name }: Follower): string {
  const { kind, child, id } = parsePath(visitor) ?? {};
  const isPerson = kind === 'friend' || kind === 'guest';
  const now = isPerson && child && id && household.visitor({ kind, child, visitor: id });
  return now ? firstName(now.name) : name;
}

export function isAsking({ agreedAt, isPaused }: Follower): boolean {
  return agreedAt === null || isPaused;
}
