import type { Id } from '#domain/ids.ts';
import { calls } from '#domain/protocol/calls.ts';
import type { SharedTrip } from '#domain/protocol/link-calls.ts';
import { postJson } from '../server/http.ts';
import { type FollowingFamilies, followsOf, householdOf } from './following-families.ts';
import { type LinkedVisit, visitOf } from './linked-visit.ts';
import { call } from './two-parents.ts';

/** Checks the friend out and lets them go home alone, in one request. `tappedAt`: ms. Returns the op of the start. */
export async function walkHome(
  { phone, ref }: LinkedVisit,
  { minutes = 15, tappedAt = phone.now() } = {},
): Promise<Id> {
  const checkOut = phone.op('checkOut', ref, { tappedAt });
  const args = { ...ref, checkOut: checkOut.op, since: 0, minutes };
  const start = phone.op('startTrip', args, { tappedAt });
  await phone.sendAll([checkOut, start]);
  return start.op;
}

/** As the host's phones get it. */
export const tripOf = async (linked: LinkedVisit) => (await visitOf(linked)).trip;

/** As the home sees it. */
export const seenTrip = async ({ home }: FollowingFamilies): Promise<SharedTrip | undefined> =>
  (await followsOf(home))[0]?.visit?.trip;

type Word = { home: string } | { takesBackHome: string };

export const sayByLink = ({ phone, link }: LinkedVisit, answer: object) =>
  postJson(phone.url, calls.answerVisit.path, { link, answer });

export const sayAs = ({ home, id }: FollowingFamilies, answer: Word) =>
  call(home, 'answerFollowed', { ...householdOf(home), id, answer });
