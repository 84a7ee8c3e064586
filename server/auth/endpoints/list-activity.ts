import * as v from 'valibot';
import { type Activity, activitySchema } from '#domain/protocol/account-calls.ts';
import { isoTime } from '#domain/time.ts';
import type { Handlers } from '../../http/register-call.ts';
import type { ActivityStore, ListedActivity } from '../../store/ports/store.ts';
import type { AuthContext } from '../auth-context.ts';

/** The work of a list: what waits is written before it is read. */
const LIST_WORK = 500;

/** Lists the account's own security events, newest first, at the pace of its household. */
export const activityCalls = ({ store, sessions, events, now, pace }: AuthContext): Handlers => ({
  async activity(_nothing, request, reply) {
    const { uid, household } = await sessions.requireAccount(request);
    await pace.from(request.ip).begin(household, LIST_WORK, () => reply.raw.destroyed);
    await events.flush();
    return { activity: await listActivity(store, uid, now()) };
  },
});

/** `now` is in ms. */
export async function listActivity(
  store: Pick<ActivityStore, 'activityOf'>,
  uid: string,
  now: number,
): Promise<Activity[]> {
  return (await store.activityOf(uid, isoTime(now))).map(parseActivity);
}

const bodySchema = v.omit(activitySchema, ['at', 'times']);

function parseActivity({ body, at, times }: ListedActivity): Activity {
  return { ...v.parse(bodySchema, JSON.parse(body)), at, times };
}
