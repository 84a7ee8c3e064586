import * as v from 'valibot';

type Schema = v.GenericSchema;

/** An empty message. */
const emptySchema = v.object({});
type Empty = typeof emptySchema;

/** A call that only reads: its path and the schema of its reply. */
/* @__NO_SIDE_EFFECTS__ */
export function get<const P extends string, R extends Schema>(path: P, reply: R) {
  return { method: 'GET', path, request: emptySchema, reply } as const;
}

/** A call that may change something, with the schemas of its messages; without one that message is empty. */
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
