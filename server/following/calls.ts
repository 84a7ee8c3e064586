import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Id, makeId } from '#domain/ids.ts';
import { MAX_FOLLOWED, MAX_FOLLOWERS } from '#domain/limits.ts';
import { visitorPath } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { isoTime } from '#domain/time.ts';
import type { AuthContext } from '../auth/auth-context.ts';
import { CallError } from '../http/call-error.ts';
import { REQUEST_WORK } from '../http/pace.ts';
import type { Handlers } from '../http/register-call.ts';
import { RATES } from '../limits.ts';
import { LinkGate } from '../links/link-gate.ts';
import type { Living } from '../links/look.ts';
import { ReaderWrites } from '../links/reader-writes.ts';
import type { FollowedRow, FollowerRow, Linked } from '../store/ports/store.ts';
import { followedName, followingOf, isPaused, type Named, renamedAt, seenIn, shownTo } from './look.ts';

const MOST = { ofVisitor: MAX_FOLLOWERS, ofHome: MAX_FOLLOWED };

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
      const rows = await store.followedBy(household);
      const time = now();
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
  return {
    async endFollowing({ household, id }, request, reply) {
      const { uid } = await enter(context, household, request, reply);
      if (!(await store.removeFollower(household, id))) throw new CallError('not-found');
      events.record(request, { event: 'following-ended', outcome: 'ok', uid });
      return {};
    },
    async followers({ household }, request, reply) {
      await enter(context, household, request, reply);
      const rows = (await store.followersOf(household)).filter(hasVisitor);
      const followers = rows.map((row) => {
        const { id, visitor, name, parents, askedAt, agreedAt } = row;
        return {
          id,
          visitor,
          name,
          parents,
          askedAt,
          agreedAt,
          isPaused: isPaused(context, row, named(row)),
        };
      });
      return { household, followers };
    },
    async answerFollower({ household, id, yes }, request, reply) {
      const { uid } = await enter(context, household, request, reply);
      // Before the name is read: a rename from then on is after the yes.
      const time = now();
      const row = (await store.followersOf(household)).filter(hasVisitor).find((one) => one.id === id);
      if (!row) throw new CallError('not-found');
      const visitor = named(row);
      // Said twice, the first yes stays.
      if (yes && row.agreedAt !== null && !isPaused(context, row, visitor)) return {};
      // After the rename that it answers, also under a clock that was set back.
      const at = isoTime(Math.max(time, renamedAt(visitor) + 1));
      const isDone = yes
        ? await store.agreeToFollower(household, id, { at, name: followedName(visitor.name) })
        : await store.removeFollower(household, id);
      if (!isDone) throw new CallError('not-found');
      events.record(request, { event: yes ? 'following-agreed' : 'following-ended', outcome: 'ok', uid });
      return {};
    },
  };
}

/** Nothing is told of one whose friend or guest is gone, until the row is purged. */
function hasVisitor(row: FollowerRow): row is FollowerRow & { visitorName: string } {
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

async function ask(
  { store, limits, events, now }: AuthContext,
  { household: home, uid }: Account,
  living: Living,
  request: FastifyRequest,
): Promise<void> {
  const { household: host, ref } = living;
  const visitor = visitorPath(ref);
  const rows = await store.followedBy(home);
  if (rows.some((row) => row.host === host && row.visitor === visitor)) return;
  await limits.count('question', home, RATES.questions);
  const name = followedName(living.visitor.name);
  const question = { id: makeId(randomBytes(16)), host, visitor, name, home, askedAt: isoTime(now()) };
  const put = await store.putFollower(question, MOST);
  if (put === 'full') throw new CallError('follower-limit');
  if (put === 'gone') throw new CallError('link-expired');
  if (put === 'put') events.record(request, { event: 'following-asked', outcome: 'ok', uid });
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
