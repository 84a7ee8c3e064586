import * as v from 'valibot';
import { idSchema } from '../ids.ts';
import { nothingSchema } from './sign-in-reply.ts';

/** The calls about what a family owns; a part of the one map. */
export const ownDataCalls = {
  deleteAccount: {
    method: 'POST',
    path: '/api/delete-account',
    /** Whose data the screen shows: a stale tab must not delete another family's. */
    request: v.object({ household: idSchema }),
    reply: nothingSchema,
  },
} as const;
