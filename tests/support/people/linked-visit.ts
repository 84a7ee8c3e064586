import { createHash, randomBytes } from 'node:crypto';
import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { Visit } from '#domain/documents.ts';
import { type Id, makeId } from '#domain/ids.ts';
import { childPath, type VisitorRef, visitorPath, visitPath } from '#domain/paths.ts';
import { calls } from '#domain/protocol/calls.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import type { Op } from '#domain/protocol/sync.ts';
import { type Answer, postJson } from '#tests/support/server/http.ts';
import { type HouseholdOnPhone, registerHousehold } from './household.ts';

/** A friend who was checked in, and a link to the visit that the phone gave. */
export interface LinkedVisit {
  phone: HouseholdOnPhone;
  ref: VisitorRef;
  visit: Id;
  link: string;
}

export const newLink = (): string => makeId(randomBytes(32));
const hashOf = (link: string) => createHash('sha256').update(link).digest('base64url');

/** Registers a family that has a friend with it, and gives a link to that visit. */
export async function linkedVisit(
  url: string,
  names: { child?: string; friend?: string; phone?: string } = {},
): Promise<LinkedVisit> {
  const phone = await registerHousehold(url);
  return linkTo(phone, await phone.addFriend(await phone.addChild(names.child), names.friend, names.phone));
}

/** Checks somebody in and gives a link to the visit. */
export async function linkTo(phone: HouseholdOnPhone, ref: VisitorRef): Promise<LinkedVisit> {
  const tap = phone.op('checkIn', ref);
  await phone.sync({ ops: [tap] });
  return { phone, ref, visit: tap.op, link: await giveLink(phone, ref, tap.op) };
}

/** Gives one more link to a visit. */
export async function giveLink(phone: HouseholdOnPhone, ref: VisitorRef, visit: Id): Promise<string> {
  const link = newLink();
  await mustRun(phone, 'giveLink', { ...ref, visit, hash: hashOf(link) });
  return link;
}

/** Runs a command; throws if it is refused. */
export async function mustRun<N extends CommandName>(
  phone: HouseholdOnPhone,
  name: N,
  args: CommandArgs<N>,
  changes: Partial<Op> = {},
): Promise<void> {
  const outcome = await phone.run(name, args, changes);
  if (outcome.result !== 'done') throw new Error(`${name}: ${JSON.stringify(outcome.refusal)}`);
}

/** Asks as the page does. */
export function seeVisit(
  url: string,
  link: string,
  { shown = false, cookie = '' }: { shown?: boolean; cookie?: string } = {},
): Promise<Answer> {
  return postJson(url, calls.seeVisit.path, { link, shown }, { cookie });
}

/** Returns what the page shows; throws if the link shows nothing. */
export async function shownBy(url: string, link: string): Promise<SharedVisit> {
  const { status, body } = await seeVisit(url, link);
  if (status !== 200) throw new Error(`the link shows nothing: ${status} ${JSON.stringify(body)}`);
  return body as SharedVisit;
}

/** Reads the visit's document as the family's phones get it. */
export async function visitOf({ phone, ref, visit }: LinkedVisit): Promise<Visit> {
  const found = (await phone.documents()).get(visitPath(ref.child, visit));
  if (!found) throw new Error('the visit is gone');
  return found as Visit;
}

/** All that the holder of a link may be told nothing of, with the names as typed. */
export function idsOf({ phone, ref, visit }: LinkedVisit): string[] {
  const { uid, household, email } = phone.account;
  return [uid, household, email, ref.visitor, ref.child, visit, childPath(ref.child), visitorPath(ref)];
}
