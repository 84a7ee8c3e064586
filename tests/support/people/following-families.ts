import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type { Follow, Follower } from '#domain/protocol/following-calls.ts';
import { type HouseholdOnPhone, registerHousehold } from './household.ts';
import { type LinkedVisit, linkedVisit } from './linked-visit.ts';
import { done } from './two-parents.ts';

/** A family that has a friend with it, one that asked to follow the friend, and a third one. */
export interface FollowingFamilies extends LinkedVisit {
  host: HouseholdOnPhone;
  home: HouseholdOnPhone;
  eve: HouseholdOnPhone;
  /** The id of the following. */
  id: Id;
}

export const householdOf = ({ account: { household } }: HouseholdOnPhone) => ({ household });

/** Has a home ask by a link. Returns the id of the following. */
export async function askToFollow(home: HouseholdOnPhone, link: string): Promise<Id> {
  await done(home, 'askToFollow', { ...householdOf(home), link });
  const id = (await followsOf(home)).at(-1)?.id;
  if (id === undefined) throw new Error('nothing was asked');
  return id;
}

export async function sayYes(host: HouseholdOnPhone, id: Id): Promise<void> {
  await done(host, 'answerFollower', { ...householdOf(host), id, yes: true });
}

export async function followsOf(home: HouseholdOnPhone): Promise<Follow[]> {
  return (await done(home, 'followed', householdOf(home))).following;
}

export async function followersOf(host: HouseholdOnPhone): Promise<Follower[]> {
  return (await done(host, 'followers', householdOf(host))).followers;
}

/** Returns the names of the visitors that a home sees now. */
export async function seenBy(home: HouseholdOnPhone): Promise<(string | undefined)[]> {
  return (await followsOf(home)).map(({ visit }) => visit?.visitor);
}

export async function askingFamilies(url: string): Promise<FollowingFamilies> {
  const linked = await linkedVisit(url);
  const [home, eve] = [await registerHousehold(url, 'Berg'), await registerHousehold(url, 'Holm')];
  return { ...linked, host: linked.phone, home, eve, id: await askToFollow(home, linked.link) };
}

export async function followingFamilies(url: string): Promise<FollowingFamilies> {
  const families = await askingFamilies(url);
  await sayYes(families.host, families.id);
  return families;
}

/** Gives a friend another name. */
export const renamed = ({ child, visitor: friend }: VisitorRef, name: string) => ({
  ...{ child, friend, name },
  parentPhone: '070-123 45 67',
});
