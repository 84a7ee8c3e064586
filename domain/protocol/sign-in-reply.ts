import * as v from 'valibot';
import { idSchema } from '../ids.ts';

/** The signed-in account. */
export const accountSchema = v.object({ uid: idSchema, household: idSchema, email: v.string() });

/** The account, or the factor that is still required before a session starts. */
export const signInReplySchema = v.union([
  v.object({ account: accountSchema }),
  v.object({ next: v.literal('passkey') }),
]);

/** The secret of an invitation link; anything else opens nothing. */
export const invitationSchema = v.pipe(v.string(), v.maxLength(100));
