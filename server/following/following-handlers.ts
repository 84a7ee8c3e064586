import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Alert } from '#domain/alerts.ts';
import type { Friend, Guest } from '#domain/documents.ts';
import { type Id, makeId } from '#domain/ids.ts';
import { MAX_ASKING, MAX_FOLLOWED, MAX_FOLLOWERS } from '#domain/limits.ts';
import { visitorPath } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { DAY_MS, isoTime } from '#domain/time.ts';
import { withSaid } from '#domain/trips/coming.ts';
import type { AuthContext } from '../auth/auth-context.ts';
import { CallError } from '../http/call-error.ts';
import type { Handlers } from '../http/register-call.ts';
import type { ActiveLink } from '../links/find-link.ts';
import { LinkGate } from '../links/link-handlers.ts';
import { type LinkHolder, writeAnswer } from '../links/link-holder-writes.ts';
import { FAIR_SHARE, RATE_LIMITS } from '../load-limits/limit-numbers.ts';
import { unseenTrip } from '../push/trip-alerts.ts';
import type { FollowedRow, FollowerRow, Linked } from '../store/ports/store.ts';
import {
  alertsOfComing,
  comingBy,
  comingOf,
  followingOf,
  followsNow,
  overAt,
  toFollowedVisit,
  visibleVisit,
} from './follows.ts';
import { notifyFamily } from './notify-family.ts';
import { followedName, needsReconfirm, renamedAt } from './visibility.ts';

const MOST = { ofVisitor: MAX_FOLLOWERS, asking: MAX_ASKING, ofHome: MAX_FOLLOWED };
/** In ms: a refused family may ask again after this. */
const REFUSED_FOR_MS = DAY_MS;

/** The home family asks and watches; the host family is asked. */
export const followingHandlers = (context: AuthContext): Handlers => ({
  ...homeCalls(context),
  ...hostCalls(context),
});

function homeCalls(context: AuthContext): Handlers {
  const { store, limits, now } = context;
  const gate = new LinkGate(context);
  const holder: LinkHolder<Linked & { row: FollowedRow }> = {
    context,
    judge: (fresh, now) => visibleVisit(context, { ...fresh.row, seen: fresh }, now) && fresh,
    over: 'not-found',
  };
  return {
    async askToFollow({ household, link }, request, reply) {
      const account = await enter(context, household, request, reply);
      const activeLink = await gate.enter(link, request, reply);
      if (activeLink.household === household) throw await gate.missed(request);
      await ask(context, account, activeLink, request);
      return {};
    },
    async followed({ household }, request, reply) {
      await enter(context, household, request, reply);
      // Before the read, so that changes during it are newer than the reply.
      const time = now();
      const rows = await followsNow(context, household);
      const following = rows
        .filter((row) => row.person && row.refusedAt === null)
        .map((row) => followingOf(context, row, time));
      return { household, asOf: isoTime(time), following };
    },
    async sayComing({ household, id, said }, request, reply) {
      await enter(context, household, request, reply);
      const row = (await followsNow(context, household)).find((one) => one.id === id);
      if (!row?.visits) throw new CallError('not-found');
      const isCheckedIn = row.visits.some(({ open }) => open);
      if (said.says === 'leaves' && isCheckedIn) throw new CallError('checked-in');
      const time = now();
      const [before, coming] = [comingOf(row, time), withSaid(row.coming, said, time)];
      if (!coming) throw new CallError('invalid-request', { field: 'said' });
      if (said.says === 'leaves' || said.says === 'expected') {
        await limits.count('coming', id, RATE_LIMITS.comings);
        await limits.count('comings-of-home', household, RATE_LIMITS.comingsOfHome);
      }
      if (!(await store.putComing(household, id, coming, overAt(coming)))) throw new CallError('not-found');
      await notifyBoth(context, row, alertsOfComing(id, before, coming, isoTime(time)));
      return followingOf(context, { ...row, coming }, time);
    },
    async answerFollowed({ household, id, answer }, request, reply) {
      await enter(context, household, request, reply);
      const row = (await store.followsOf(household)).find((one) => one.id === id);
      const seen = row && visibleVisit(context, row, now());
      if (!seen) throw new CallError('not-found');
      // Before the write, so that the own word is newer than the reply.
      const time = now();
      const answered = await writeAnswer(holder, { ...seen, row }, answer, `${id} ${seen.path}`, id);
      return toFollowedVisit(answered, time);
    },
  };
}

function hostCalls(context: AuthContext): Handlers {
  const { store, events, now } = context;
  const rowsOf = async (household: Id) =>
    (await store.followersOf(household)).filter(hasVisitor).filter((row) => row.refusedAt === null);
  const mustReconfirm = (row: HostRow) => needsReconfirm(context, row, row.person);
  const isAsking = (row: HostRow) => row.agreedAt === null || mustReconfirm(row);
  return {
    async endFollowing({ household, id }, request, reply) {
      const { uid } = await enter(context, household, request, reply);
      const rows = [...(await store.followsOf(household)), ...(await store.followersOf(household))];
      const row = rows.find((one) => one.id === id);
      const told = row && row.host === household ? await unseenTrip(context, row) : undefined;
      if (!(await store.endFollower(household, id, { told })) || !row) throw new CallError('not-found');
      events.record(request, { event: 'following-ended', outcome: 'ok', uid });
      await notifyBoth(context, row);
      return {};
    },
    async followers({ household }, request, reply) {
      await enter(context, household, request, reply);
      const hosted = await rowsOf(household);
      const coming = await comingBy(context, hosted);
      const followers = hosted.map((row) => {
        const { id, visitor, name, askedAt, agreedAt, linkMadeAt } = row;
        const parents = row.parents.map((one) => one.name);
        const consent = { askedAt, agreedAt, isPaused: mustReconfirm(row) };
        const about = { id, visitor, name, parents, ...consent, coming: comingOf(coming.get(id), now()) };
        if (!isAsking(row)) return about;
        const accounts = row.parents.map(({ name: _named, ...account }) => account);
        return { ...about, accounts, linkMadeAt };
      });
      return { household, followers };
    },
    async answerFollower({ household, id, yes }, request, reply) {
      const { uid } = await enter(context, household, request, reply);
      // Before the name is read, so that a later rename is after the yes.
      const time = now();
      const rows = await rowsOf(household);
      const row = rows.find((one) => one.id === id);
      if (!row) throw new CallError('not-found');
      // A repeated yes changes nothing.
      if (yes && !isAsking(row)) return {};
      const others = rows.filter(
        (one) => one.visitor === row.visitor && one.agreedAt !== null && one.id !== id,
      );
      if (yes && others.length >= MAX_FOLLOWERS) throw new CallError('follower-limit');
      // After the rename that it answers, even if the clock was set back.
      const at = isoTime(Math.max(time, renamedAt(row.person) + 1));
      const agreed = { at, name: followedName(row.person.name) };
      const refusedAt = isAsking(row) ? isoTime(time) : undefined;
      const isDone = yes
        ? await store.agreeToFollower(household, id, agreed, MAX_FOLLOWERS)
        : await store.endFollower(household, id, { refusedAt, told: await unseenTrip(context, row) });
      if (!isDone) throw new CallError('not-found');
      events.record(request, { event: yes ? 'following-agreed' : 'following-ended', outcome: 'ok', uid });
      await notifyBoth(context, row, { home: yes ? [{ about: id, kind: 'followed', at }] : [] });
      return {};
    },
  };
}

type HostRow = FollowerRow & { person: Friend | Guest };

/** False after the visitor was deleted, until the row is purged. */
function hasVisitor(row: FollowerRow): row is HostRow {
  return row.person !== undefined;
}

/** Throws 'not-signed-in', 'other-household', or 'too-many-requests'. Each home has its own share of time. */
async function enter(
  { sessions, limits }: AuthContext,
  household: Id,
  request: FastifyRequest,
  { raw }: FastifyReply,
): Promise<Account> {
  const account = await sessions.requireAccount(request);
  if (account.household !== household) throw new CallError('other-household');
  const follower = `follower ${household}`;
  const fairShare = limits.fairShare.from(request.ip);
  const hasWaited = await fairShare.waitTurn(follower, FAIR_SHARE.requestWork, () => raw.destroyed);
  if (!hasWaited) return account;
  // The session may have ended during the wait.
  const still = await sessions.requireAccount(request);
  if (still.household !== household) throw new CallError('other-household');
  return still;
}

/** Refreshes the open pages of both families, and alerts their devices. */
async function notifyBoth(
  context: AuthContext,
  { host, home }: { host: Id; home: Id },
  alerts: Partial<Record<'host' | 'home', readonly Alert[]>> = {},
): Promise<void> {
  await notifyFamily(context, host, alerts.host);
  await notifyFamily(context, home, alerts.home);
}

async function ask(
  context: AuthContext,
  { household: home, uid }: Account,
  activeLink: ActiveLink,
  request: FastifyRequest,
): Promise<void> {
  const { store, limits, events, now } = context;
  const { household: host, ref, link } = activeLink;
  const visitor = visitorPath(ref);
  const rows = await store.followsOf(home);
  const row = rows.find((one) => one.host === host && one.visitor === visitor);
  if (row && row.refusedAt === null) return;
  const wait = Date.parse(row?.refusedAt ?? '') + REFUSED_FOR_MS - now();
  if (wait > 0) throw new CallError('too-many-requests', { retryAfter: Math.ceil(wait / 1000) });
  await limits.count('question', home, RATE_LIMITS.questions);
  const name = followedName(activeLink.visitor.name);
  const [id, at] = [makeId(randomBytes(16)), isoTime(now())];
  const question = { id, host, visitor, name, home, askedAt: at, linkMadeAt: link.madeAt };
  const refusedBefore = isoTime(now() - REFUSED_FOR_MS);
  const put = await store.putFollower(question, { ...MOST, refusedBefore });
  if (put === 'full') throw new CallError('follower-limit');
  if (put === 'gone') throw new CallError('link-expired');
  if (put !== 'put') return;
  events.record(request, { event: 'following-asked', outcome: 'ok', uid });
  const alertsHost = await limits.admits(
    'question-rings',
    `${host} ${visitor}`,
    RATE_LIMITS.alertingQuestions,
  );
  await notifyBoth(context, question, { host: alertsHost ? [{ about: visitor, kind: 'asked', at }] : [] });
}
