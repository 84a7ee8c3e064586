import * as v from 'valibot';
import { idSchema } from '../ids.ts';

type Schema = v.GenericSchema;

const emptySchema = v.object({});
type Empty = typeof emptySchema;

/* @__NO_SIDE_EFFECTS__ */
export function get<const P extends string, R extends Schema>(path: P, reply: R) {
  return { method: 'GET', path, request: emptySchema, reply } as const;
}

/** A missing schema means an empty message. */
/* @__NO_SIDE_EFFECTS__ */
export function post<const P extends string, Q extends Schema = Empty, R extends Schema = Empty>(
  path: P,
  {
    request = emptySchema as Schema as Q,
    reply = emptySchema as Schema as R,
  }: { request?: Q; reply?: R } = {},
) {
  return { method: 'POST', path, request, reply } as const;
}

export const accountSchema = v.object({ uid: idSchema, household: idSchema, email: v.string() });

/** The second factor may still be missing. */
export const signInReplySchema = v.union([
  v.object({ account: accountSchema }),
  v.object({ next: v.literal('passkey') }),
]);

/** Any text is valid; an unknown secret opens nothing. */
export const invitationSchema = v.pipe(v.string(), v.maxLength(100));
