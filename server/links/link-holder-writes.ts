import type { Alert } from '#domain/alerts.ts';
import type { Document, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { ANSWERS_APART_MS, answered } from '#domain/links/link-holder.ts';
import { childPath, type Path, visitorPath } from '#domain/paths.ts';
import type { CallErrorCode } from '#domain/protocol/calls.ts';
import type { SentAnswer } from '#domain/protocol/link-calls.ts';
import { isoTime } from '#domain/time.ts';
import { alertsOfReopened, answeredHome, isLatestVisit } from '#domain/trips/trip.ts';
import type { AuthContext } from '../auth/auth-context.ts';
import { isFollowed } from '../following/visibility.ts';
import { CallError } from '../http/call-error.ts';
import { RATE_LIMITS } from '../load-limits/limit-numbers.ts';
import type { Linked, Transaction } from '../store/ports/store.ts';
import { changeAsServer } from '../sync/save-as-server.ts';

/** Per key that answers are counted under. */
export const ANSWERS = { kind: 'link-answer', limit: RATE_LIMITS.linkAnswers };

type Changed = Partial<Pick<Linked, 'visit' | 'visitor'>> & {
  /** For the household, if the server has push. */
  alerts?: readonly Alert[];
};

/** Who writes: the holder of a link, or a family that follows. */
export interface LinkHolder<S extends Linked> {
  context: AuthContext;
  /** At `now` (ms); undefined if they show nothing any more. */
  judge: (fresh: S, now: number) => S | undefined;
  /** The error if nothing is shown any more. */
  over: CallErrorCode;
}

/**
 * Replaces or takes back an answer, or says that the child is home. `counted`: the key of its limit; `follow`: who
 * follows, undefined by a link. Throws 'invalid-request' or 'too-many-requests'.
 */
export async function writeAnswer<S extends Linked>(
  holder: LinkHolder<S>,
  seen: S,
  answer: SentAnswer,
  counted: string,
  follow?: Id,
): Promise<S> {
  const { limits, now } = holder.context;
  requireAnswer(seen, answer, isoTime(now()), follow);
  await limits.count(ANSWERS.kind, counted, ANSWERS.limit);
  // Beyond a visit's limit an answer is stored without an alert.
  const mayAlert = () =>
    limits.admits('answer-rings', `${seen.household} ${seen.path}`, RATE_LIMITS.alertingAnswers);
  const alertsFamily = 'code' in answer && answer.code !== 'thanks' && (await mayAlert());
  // While a family follows, a link's word stopped no alert.
  const wasOver = async () => follow !== undefined || !(await isFollowed(holder.context, seen));
  const reopens = 'takesBackHome' in answer && (await wasOver());
  return writeAs(holder, seen, (fresh, at) => {
    const visit = requireAnswer(fresh, answer, at, follow);
    if (visit === fresh.visit) return {};
    const { path } = fresh;
    if (alertsFamily) return { visit, alerts: [{ about: path, kind: 'answer', at }] };
    const { trip } = visit;
    if (!reopens || !trip || trip.over) return { visit };
    return { visit, alerts: alertsOfReopened(path, trip, answer.takesBackHome, Date.parse(at)) };
  });
}

/**
 * Writes as the server, so phones see it in the feed. Refuses before locking the household, and judges again
 * within.
 */
export async function writeAs<S extends Linked>(
  { context, judge, over }: LinkHolder<S>,
  seen: S,
  decide: (fresh: S, at: string) => Changed,
): Promise<S> {
  let written: S | undefined;
  await changeAsServer(context, seen.household, async (transaction) => {
    const time = context.now();
    const reloaded = await reload(transaction, seen);
    const fresh = reloaded && judge(reloaded, time);
    written = undefined;
    if (!fresh) return { writes: [] };
    const { alerts = [], ...changed } = decide(fresh, isoTime(time));
    written = { ...fresh, ...changed };
    return {
      writes: writesOf(fresh, changed),
      alerts: context.config.pushServices.length > 0 ? alerts : [],
    };
  });
  if (!written) throw new CallError(over);
  return written;
}

async function reload<S extends Linked>(transaction: Transaction, seen: S): Promise<S | undefined> {
  const { path, ref } = seen;
  const paths = [path, visitorPath(ref), childPath(ref.child)];
  const loaded = await transaction.load([{ paths }]);
  const [visit, visitor] = [loaded.get(path), loaded.get(visitorPath(ref))];
  const child = loaded.get(childPath(ref.child));
  return visit && visitor && child && { ...seen, visit, visitor, child };
}

function requireAnswer(seen: Linked, answer: SentAnswer, at: string, follow: Id | undefined): Visit {
  const { visit, visitor, path } = seen;
  const decided =
    'home' in answer || 'takesBackHome' in answer
      ? answeredHome(visit, isLatestVisit(visitor, path), answer, follow, at)
      : answered(visit, answer, at);
  if (decided === undefined) throw new CallError('invalid-request', { field: 'answer' });
  if (decided === 'too-soon')
    throw new CallError('too-many-requests', { retryAfter: ANSWERS_APART_MS / 1000 });
  return 'visit' in decided ? decided.visit : decided;
}

function writesOf({ path, ref }: Linked, { visit, visitor }: Changed): { path: Path; document: Document }[] {
  return [
    ...(visit ? [{ path, document: visit }] : []),
    ...(visitor ? [{ path: visitorPath(ref), document: visitor }] : []),
  ];
}
