import { type CommandName, commands } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import { calls } from '#domain/protocol/calls.ts';
import { argumentsOf, type Ids } from '#tests/support/people/command-args.ts';
import { type HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
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
  return {
    owner,
    other,
    ids,
    secrets: [secret, owner.account.email, owner.account.uid, owner.account.household, ...Object.values(ids)],
    asOwner: async (name) => {
      const { result } = await owner.run(name, argumentsOf[name](await people()) as never);
      return result === 'done';
    },
  };
}

export function strangers({ other }: Families): Stranger[] {
  const nobody = { household: undefined };
  return [
    { ...nobody, cookie: '' },
    { ...nobody, cookie: `framme=${'a'.repeat(43)}` },
    { cookie: other.cookie, household: other.account.household },
  ];
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
    ...syncsOf(families),
    ...(Object.keys(commands) as CommandName[]).flatMap((name) => commandProbes(families, name)),
    ...accountProbes(owner),
    (stranger) => send(url, calls.register.path, stranger, { ...names, email: owner.account.email }),
    (stranger) => send(url, calls.logIn.path, stranger, { ...names, email: owner.account.email }),
    // Without the cookie: a log-out would end the stranger's own session, and later probes would be refused.
    ({ household }) => send(url, calls.logOut.path, { cookie: '', household }, {}),
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
        const message = { protocol: 1, device: newId(), deviceNow: Date.now(), ops: [], ...wish };
        return send(url, calls.sync.path, stranger, { ...message, household: account.household });
      },
  );
}

function commandProbes({ owner, ids }: Families, name: CommandName): Probe[] {
  const { url, account } = owner;
  const message = (household: Id) => ({
    protocol: 1,
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
