import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Alert } from '#domain/alerts.ts';
import { type Id, makeId } from '#domain/ids.ts';
import { MAX_ASKING, MAX_FOLLOWED, MAX_FOLLOWERS } from '#domain/limits.ts';
import { visitorPath } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { DAY_MS, isoTime } from '#domain/time.ts';
import type { AuthContext } from '../auth/auth-context.ts';
import { keyOf } from '../auth/core/limits/limits.ts';
import { CallError } from '../http/call-error.ts';
import { REQUEST_WORK } from '../http/pace.ts';
import type { Handlers } from '../http/register-call.ts';
import { RATES } from '../limits.ts';
import { LinkGate } from '../links/link-gate.ts';
import type { Living } from '../links/look.ts';
import { ReaderWrites } from '../links/reader-writes.ts';
import type { FollowedRow, FollowerRow, FollowRow, Linked } from '../store/ports/store.ts';
import { followedName, followingOf, isPaused, type Named, renamedAt, seenIn, shownTo } from './look.ts';
import { tellFamily } from './tell-family.ts';

const MOST = { ofVisitor: MAX_FOLLOWERS, asking: MAX_ASKING, ofHome: MAX_FOLLOWED };
/** A family that was refused may ask again after this, in ms. */
const REFUSED_FOR_MS = DAY_MS;

/** The calls about following: of the home, which asks and sees, and of the host, which is asked. */
export const followingCalls = (context: AuthContext): Handlers => ({
  ...homeCalls(context),
  ...hostCalls(context),
});

function homeCalls(context: AuthContext): Handlers {
  const { store, now } = context;
  const gate = new LinkGate(context);
  const writes = new FollowerWrites(context);
  return {
    async askToFollow({ household, link }, request, reply) {
      const account = await enter(context, household, request, reply);
      const living = await gate.enter(link, request, reply);
      if (living.household === household) throw await gate.missed(request);
      await ask(context, account, living, request);
      return {};
    },
    async followed({ household }, request, reply) {
      await enter(context, household, request, reply);
      // Before the read: what changes during it is newer than the reply.
      const time = now();
      const rows = (await store.followedBy(household)).filter((row) => row.isThere && row.refusedAt === null);
      const following = rows.map((row) => followingOf(context, row, time));
      return { household, asOf: isoTime(time), following };
    },
    async answerFollowed({ household, id, answer }, request, reply) {
      await enter(context, household, request, reply);
      const row = await store.followed(household, id);
      const seen = row && seenIn(context, row, now());
      if (!seen) throw new CallError('not-found');
      const answered = await writes.answer({ ...seen, row }, answer, `${id} ${seen.path}`);
      return shownTo(answered, now());
    },
  };
}

function hostCalls(context: AuthContext): Handlers {
  const { store, events, now } = context;
  const rowsOf = async (household: Id) =>
    (await store.followersOf(household)).filter(hasVisitor).filter((row) => row.refusedAt === null);
  const isHeld = (row: HostRow) => isPaused(context, row, named(row));
  const isAsking = (row: HostRow) => row.agreedAt === null || isHeld(row);
  return {
    async endFollowing({ household, id }, request, reply) {
      const { uid } = await enter(context, household, request, reply);
      const rows = [...(await store.followedBy(household)), ...(await store.followersOf(household))];
      const row = rows.find((one) => one.id === id);
      if (!(await store.removeFollower(household, id)) || !row) throw new CallError('not-found');
      events.record(request, { event: 'following-ended', outcome: 'ok', uid });
      await tellBoth(context, row);
      return {};
    },
    async followers({ household }, request, reply) {
      await enter(context, household, request, reply);
      const followers = (await rowsOf(household)).map((row) => {
        const { id, visitor, name, askedAt, agreedAt, linkMadeAt } = row;
        const parents = row.parents.map((one) => one.name);
        const about = { id, visitor, name, parents, askedAt, agreedAt, isPaused: isHeld(row) };
        if (!isAsking(row)) return about;
        const accounts = row.parents.map(({ name: _named, ...account }) => account);
        return { ...about, accounts, linkMadeAt };
      });
      return { household, followers };
    },
    async answerFollower({ household, id, yes }, request, reply) {
      const { uid } = await enter(context, household, request, reply);
      // Before the name is read: a rename from then on is after the yes.
      const time = now();
      const rows = await rowsOf(household);
      const row = rows.find((one) => one.id === id);
      if (!row) throw new CallError('not-found');
      // Said twice, the first yes stays.
      if (yes && !isAsking(row)) return {};
      const others = rows.filter(
        (one) => one.visitor === row.visitor && one.agreedAt !== null && one.id !== id,
      );
      if (yes && others.length >= MAX_FOLLOWERS) throw new CallError('follower-limit');
      // After the rename that it answers, also under a clock that was set back.
      const at = isoTime(Math.max(time, renamedAt(named(row)) + 1));
      const agreed = { at, name: followedName(row.visitorName) };
      const refuse = isAsking(row) ? store.refuseFollower : store.removeFollower;
      const isDone = await (yes
        ? store.agreeToFollower(household, id, agreed, MAX_FOLLOWERS)
        : refuse(household, id, isoTime(time)));
      if (!isDone) throw new CallError('not-found');
      events.record(request, { event: yes ? 'following-agreed' : 'following-ended', outcome: 'ok', uid });
      await tellBoth(context, row, { home: yes ? [{ about: id, kind: 'followed', at }] : [] });
      return {};
    },
  };
}

type HostRow = FollowerRow & { visitorName: string };

/** Nothing is told of one whose friend or guest is gone, until the row is purged. */
function hasVisitor(row: FollowerRow): row is HostRow {
  return row.visitorName !== undefined;
}

function named({ visitorName, renamedAt: at }: FollowerRow & { visitorName: string }): Named {
  return { name: visitorName, renamedAt: at };
}

/** Throws 'not-signed-in', 'other-household', or 'too-many-requests' to a home that asks without end: others wait for nothing. */
async function enter(
  { sessions, pace }: AuthContext,
  household: Id,
  request: FastifyRequest,
  { raw }: FastifyReply,
): Promise<Account> {
  const account = await sessions.requireAccount(request);
  if (account.household !== household) throw new CallError('other-household');
  const follower = `follower ${household}`;
  const hasWaited = await pace.from(request.ip).begin(follower, REQUEST_WORK, () => raw.destroyed);
  if (!hasWaited) return account;
  // The session may have ended meanwhile.
  const still = await sessions.requireAccount(request);
  if (still.household !== household) throw new CallError('other-household');
  return still;
}

/** Lets the open pages of both families look again, and tells their devices by these alerts. */
async function tellBoth(
  context: AuthContext,
  { host, home }: Pick<FollowRow, 'host' | 'home'>,
  alerts: Partial<Record<'host' | 'home', readonly Alert[]>> = {},
): Promise<void> {
  await tellFamily(context, host, alerts.host);
  await tellFamily(context, home, alerts.home);
}

async function ask(
  context: AuthContext,
  { household: home, uid }: Account,
  living: Living,
  request: FastifyRequest,
): Promise<void> {
  const { store, limits, events, now } = context;
  const { household: host, ref, link } = living;
  const visitor = visitorPath(ref);
  const rows = await store.followedBy(home);
  const row = rows.find((one) => one.host === host && one.visitor === visitor);
  if (row && row.refusedAt === null) return;
  const wait = Date.parse(row?.refusedAt ?? '') + REFUSED_FOR_MS - now();
  if (wait > 0) throw new CallError('too-many-requests', { retryAfter: Math.ceil(wait / 1000) });
  await limits.count('question', home, RATES.questions);
  const name = followedName(living.visitor.name);
  const [id, at] = [makeId(randomBytes(16)), isoTime(now())];
  const question = { id, host, visitor, name, home, askedAt: at, linkMadeAt: link.madeAt };
  const refusedBefore = isoTime(now() - REFUSED_FOR_MS);
  const put = await store.putFollower(question, { ...MOST, refusedBefore });
  if (put === 'full') throw new CallError('follower-limit');
  if (put === 'gone') throw new CallError('link-expired');
  if (put !== 'put') return;
  events.record(request, { event: 'following-asked', outcome: 'ok', uid });
  const key = keyOf('question-rings', `${host} ${visitor}`);
  const rings = (await store.attempt(key, now(), RATES.ringingQuestions)) === 0;
  await tellBoth(context, question, { host: rings ? [{ about: visitor, kind: 'asked', at }] : [] });
}

/** A visit that a following shows. */
type Seen = Linked & { row: FollowedRow };

/** Writes the answers of homes as those of whoever holds a link. */
class FollowerWrites extends ReaderWrites<Seen> {
  constructor(context: AuthContext) {
    const judge = (fresh: Seen, now: number) => seenIn(context, { ...fresh.row, seen: fresh }, now) && fresh;
    super(context, { judge, over: 'not-found' });
  }
}
