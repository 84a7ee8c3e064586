import { createHash, randomBytes } from 'node:crypto';
import { makeId } from '#domain/ids.ts';
import { LINK_SECRET_BYTES } from '#domain/links/link-fields.ts';
import { type CallName, type CallReply, type CallRequest, calls } from '#domain/protocol/calls.ts';
import { type Answer, get } from '#tests/support/server/http.ts';
import { HouseholdOnPhone, PASSWORD, registerHousehold } from './household.ts';

/** Makes a call of the protocol as a family's phone. */
export function call<N extends CallName>(
  phone: HouseholdOnPhone,
  name: N,
  message: CallRequest<N>,
): Promise<Answer> {
  const { method, path } = calls[name];
  if (method === 'GET') return get(phone.url, path, { cookie: phone.cookie });
  return phone.post(path, message);
}

/** Makes a call that must succeed. */
export async function done<N extends CallName>(
  phone: HouseholdOnPhone,
  name: N,
  message: CallRequest<N>,
): Promise<CallReply<N>> {
  const { status, body } = await call(phone, name, message);
  if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
  return body as CallReply<N>;
}

export const newSecret = () => makeId(randomBytes(LINK_SECRET_BYTES));
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

export const reauthenticate = (phone: HouseholdOnPhone) =>
  done(phone, 'reauthenticate', { password: PASSWORD });

/** Has a parent invite another one. Returns the secret. */
export async function invite(inviter: HouseholdOnPhone): Promise<string> {
  const secret = newSecret();
  const { household } = inviter.account;
  await done(inviter, 'inviteParent', { hash: hashOf(secret), household });
  return secret;
}

/** Has a family ask to join by an invitation, and the inviter let it in. */
export async function askAndApprove(
  inviter: HouseholdOnPhone,
  asking: HouseholdOnPhone,
  secret: string,
): Promise<void> {
  await done(asking, 'askToJoin', { invitation: secret });
  await reauthenticate(inviter);
  await done(inviter, 'letIn', { uid: asking.account.uid, yes: true });
}

/** Returns the phone of an account after it changed its household. */
export function movedTo(phone: HouseholdOnPhone, { account }: CallReply<'joinHousehold'>): HouseholdOnPhone {
  const moved = new HouseholdOnPhone(phone.url, account, phone.cookie);
  moved.now = phone.now;
  return moved;
}

/** Has the account of one family join another one. Returns its phone, in its new household. */
export async function join(inviter: HouseholdOnPhone, joining: HouseholdOnPhone): Promise<HouseholdOnPhone> {
  const secret = await invite(inviter);
  await askAndApprove(inviter, joining, secret);
  await reauthenticate(joining);
  const { household } = joining.account;
  return movedTo(joining, await done(joining, 'joinHousehold', { invitation: secret, household }));
}

/** Registers two accounts, of which the second joins the household of the first. */
export async function twoParents(url: string): Promise<{ anna: HouseholdOnPhone; bo: HouseholdOnPhone }> {
  const [anna, bo] = [await registerHousehold(url, 'Lind'), await registerHousehold(url, 'Berg')];
  return { anna, bo: await join(anna, bo) };
}
