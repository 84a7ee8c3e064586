import { type CommandName, commands } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import { visitorPath, visitPath } from '#domain/paths.ts';
import { calls, PROTOCOL } from '#domain/protocol/calls.ts';
import { type SharedVisit, VISIT_STREAM } from '#domain/protocol/link-calls.ts';
import { argumentsOf, type Ids } from '#tests/support/people/command-args.ts';
import { askToFollow, householdOf, seenBy } from '#tests/support/people/following-families.ts';
import { type HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
import { giveLink, type LinkedVisit, linkTo, newLink } from '#tests/support/people/linked-visit.ts';
import { done, invite, newSecret, reauthenticate } from '#tests/support/people/two-parents.ts';
import { walkHome } from '#tests/support/people/way-home.ts';
import { postJson } from '#tests/support/server/http.ts';
import { builtPages } from '../machine.ts';
import { accountProbes } from './account-probes.ts';
import { type Probe, type Stranger, send } from './probe.ts';

/** Two families, and the values by which a leak is detected. */
export interface Families {
  owner: HouseholdOnPhone;
  other: HouseholdOnPhone;
  /** Names, numbers and ids that only the owner has. */
  secrets: readonly string[];
  ids: Ids;
  /** A visit of the owner to which a stranger holds a link. */
  linked: LinkedVisit;
  /** A family that asked to join the owner's, and was not let in. */
  asker: HouseholdOnPhone;
  /** The secret of that invitation. */
  invitation: string;
  followers: Followers;
  /** Runs a command as the owner, on new people. Returns true if it was done. */
  asOwner: (name: CommandName) => Promise<boolean>;
}

export async function twoFamilies(url: string): Promise<Families> {
  const [owner, other] = [await registerHousehold(url), await registerHousehold(url)];
  const secret = newId();
  const people = async () => {
    const child = await owner.addChild(`Kim ${secret}`);
    const friend = await owner.addFriend(child, `Ella ${secret}`);
    const guest = await owner.addGuest(child, `Nils ${secret}`);
    const tap = owner.op('checkIn', friend);
    await owner.sync({ ops: [tap] });
    return { child, friend: friend.visitor, guest: guest.visitor, visit: tap.op };
  };
  const ids = await people();
  const linked = await linkTo(owner, await owner.addFriend(ids.child, 'Sam'));
  const followers = await followersOf(owner, linked, secret);
  const [asker, invitation] = [await registerHousehold(url), await invite(owner)];
  await done(asker, 'askToJoin', { invitation: invitation });
  await reauthenticate(asker);
  return {
    asker,
    invitation,
    owner,
    other,
    ids,
    linked,
    followers,
    secrets: [secret, owner.account.email, owner.account.uid, owner.account.household, ...Object.values(ids)],
    asOwner: async (name) => {
      const made = await people();
      const answeredAt = name === 'replyToAnswer' ? { answeredAt: await answerTo(owner, made) } : {};
      const isOfTrip = name === 'endTrip' || name === 'reopenTrip';
      const start = isOfTrip ? { start: await tripOf(owner, made) } : {};
      const args = { ...(argumentsOf[name](made) as object), ...answeredAt, ...start };
      return (await owner.run(name, args as never)).result === 'done';
    },
  };
}

/** Lets the friend go home alone. Returns the op of the start. */
function tripOf(phone: HouseholdOnPhone, { child, friend, visit }: Ids): Promise<Id> {
  return walkHome({ phone, ref: { child, kind: 'friend', visitor: friend }, visit, link: '' });
}

/** Has a reader ask to stay, so that there is something to reply to. Returns the time of the answer. */
async function answerTo(owner: HouseholdOnPhone, { child, friend, visit }: Ids): Promise<string | undefined> {
  const link = await giveLink(owner, { child, kind: 'friend', visitor: friend }, visit);
  const answer = { code: 'stay', until: new Date(Date.now() + 1_800_000).toISOString() };
  const { body } = await postJson(owner.url, calls.answerVisit.path, { link, answer });
  return (body as SharedVisit).answer?.at;
}

/** Families that asked to follow: of the linked visit one that was let, and of another friend one that was not, and others that no longer are. */
interface Followers {
  homes: HouseholdOnPhone[];
  /** The ids of what they asked. */
  ids: string[];
}

async function followersOf(owner: HouseholdOnPhone, linked: LinkedVisit, secret: string): Promise<Followers> {
  const hidden = await linkTo(owner, await owner.addFriend(linked.ref.child, `Ida${secret} Ek`));
  const ends: readonly [link: string, yes: boolean | undefined, ends: boolean][] = [
    [linked.link, true, false],
    [hidden.link, undefined, false],
    [hidden.link, false, false],
    [hidden.link, true, true],
  ];
  const followers: Followers = { homes: [], ids: [] };
  for (const [link, yes, isEnded] of ends) {
    const home = await registerHousehold(owner.url);
    await reauthenticate(home);
    const id = await askToFollow(home, link);
    if (yes !== undefined) await done(owner, 'answerFollower', { ...householdOf(owner), id, yes });
    if (isEnded) await done(owner, 'endFollowing', { ...householdOf(owner), id });
    followers.homes.push(home);
    followers.ids.push(id);
  }
  if ((await seenBy(followers.homes[0] ?? owner))[0] !== 'Sam') throw new Error('nobody follows Sam');
  return followers;
}

export function strangers({ other, linked, asker, invitation, followers }: Families): Stranger[] {
  const nobody = { household: undefined };
  const following = followers.homes.map(({ cookie, account: { household } }) => ({
    ...{ cookie, household },
    follows: true as const,
  }));
  return [
    // Before the holder of a link, who refuses all of that visit.
    ...following,
    { ...nobody, cookie: '' },
    { ...nobody, cookie: `framme=${'a'.repeat(43)}` },
    { cookie: other.cookie, household: other.account.household },
    { ...nobody, cookie: '', link: linked.link },
    {
      cookie: asker.cookie,
      household: asker.account.household,
      invite: { secret: invitation, uid: asker.account.uid },
    },
  ];
}

/** The paths of all documents that belong to the linked visit. */
export function linkedPaths({ linked: { ref, visit } }: Families): string[] {
  return [visitorPath(ref), visitPath(ref.child, visit)];
}

/** All endpoints, and every command for the owner's household and, with its ids, for the sender's. */
export function probes(families: Families): Probe[] {
  const { owner } = families;
  const { url } = owner;
  const doors = [...builtPages(), '/api/health', '/api/nothing', '/api/live?cursor=0', calls.whoAmI.path];
  return [
    ...doors.map(
      (path): Probe =>
        (stranger) =>
          send(url, path, stranger),
    ),
    // Before the calls, of which one refuses all links.
    (stranger) => send(url, VISIT_STREAM, stranger, { link: newLink() }),
    ...syncsOf(families),
    ...(Object.keys(commands) as CommandName[]).flatMap((name) => commandProbes(families, name)),
    ...parentProbes(url),
    ...followingProbes(families),
    ...accountProbes(owner),
    (stranger) => send(url, calls.register.path, stranger, { ...names, email: owner.account.email }),
    (stranger) => send(url, calls.logIn.path, stranger, { ...names, email: owner.account.email }),
    // Without the cookie: a log-out would end the stranger's own session, and later probes would be refused.
    ({ household }) => send(url, calls.logOut.path, { cookie: '', household }, {}),
  ];
}

/** The steps of joining, with the sender's own household and uid: what the ids of the owner alone would not reach. */
function parentProbes(url: string): Probe[] {
  const own = ({ household = newId(), invite }: Stranger) => ({ household, uid: invite?.uid ?? newId() });
  return [
    (stranger) => send(url, calls.previewInvitation.path, stranger, { invitation: newSecret() }),
    (stranger) => send(url, calls.askToJoin.path, stranger, { invitation: newSecret() }),
    (stranger) => send(url, calls.letIn.path, stranger, { ...own(stranger), yes: true }),
    (stranger) =>
      send(url, calls.joinHousehold.path, stranger, { ...own(stranger), invitation: newSecret() }),
  ];
}

/** The calls about following with the sender's own household: the ids of all that was asked, and a link that shows nothing to it. */
function followingProbes({ owner: { url }, followers: { ids } }: Families): Probe[] {
  const own = ({ household = newId() }: Stranger) => ({ household });
  const answers = [{ code: 'thanks' }, { home: new Date().toISOString() }];
  const said = { says: 'leaves', minutes: 15, zone: 'UTC' };
  const each = ids.flatMap((id): Probe[] => [
    ...answers.map(
      (answer): Probe =>
        (stranger) =>
          send(url, calls.answerFollowed.path, stranger, { ...own(stranger), id, answer }),
    ),
    (stranger) => send(url, calls.sayComing.path, stranger, { ...own(stranger), id, said }),
    (stranger) => send(url, calls.answerFollower.path, stranger, { ...own(stranger), id, yes: true }),
  ]);
  return [
    (stranger) => send(url, calls.askToFollow.path, stranger, { ...own(stranger), link: newLink() }),
    ...each,
    (stranger) => send(url, calls.followed.path, stranger, own(stranger)),
    (stranger) => send(url, calls.followers.path, stranger, own(stranger)),
    ...ids.map(
      (id): Probe =>
        (stranger) =>
          send(url, calls.endFollowing.path, stranger, { ...own(stranger), id }),
    ),
    (stranger) => send(url, calls.followed.path, stranger, own(stranger)),
  ];
}

const names = { firstName: 'Linh', lastName: 'Nguyen', password: 'gissning' };

function syncsOf({ owner }: Families): Probe[] {
  const { url, account } = owner;
  const before = { start: '9999-12-31T23:59:59.999Z', path: '~' };
  const wishes = [{ cursor: null }, { cursor: 0 }, { cursor: 1, history: before }];
  return wishes.map(
    (wish): Probe =>
      (stranger) => {
        const message = { protocol: PROTOCOL, device: newId(), deviceNow: Date.now(), ops: [], ...wish };
        return send(url, calls.sync.path, stranger, { ...message, household: account.household });
      },
  );
}

function commandProbes({ owner, ids }: Families, name: CommandName): Probe[] {
  const { url, account } = owner;
  const message = (household: Id) => ({
    protocol: PROTOCOL,
    household,
    device: newId(),
    cursor: null,
    deviceNow: Date.now(),
    ops: [owner.op(name, argumentsOf[name](ids) as never)],
  });
  return [
    (stranger) => send(url, calls.sync.path, stranger, message(account.household)),
    (stranger) => send(url, calls.sync.path, stranger, message(stranger.household ?? newId())),
  ];
}
