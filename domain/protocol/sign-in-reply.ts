import * as v from 'valibot';
import { idSchema } from '../ids.ts';

/** Who is signed in, as the phone remembers it. */
export const accountSchema = v.object({ uid: idSchema, household: idSchema, email: v.string() });

/** What comes of signing in: the account, or what is still asked for before a session begins. */
export const signInReplySchema = v.union([
  v.object({ account: accountSchema }),
  v.object({ next: v.literal('passkey') }),
]);

/** A message that says nothing. */
export const nothingSchema = v.object({});
