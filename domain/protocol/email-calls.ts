import * as v from 'valibot';
import { emailSchema, passwordSchema } from '../fields.ts';
import { nothingSchema, signInReplySchema } from './sign-in-reply.ts';

const emailOnlySchema = v.object({ email: emailSchema });
/** The secret of a link in a mail. It opens something once; a session's token never stands in a message. */
const linkSchema = v.object({ token: v.pipe(v.string(), v.maxLength(100, 'long')) });
const myEmailSchema = v.object({ email: v.string(), verified: v.boolean() });

/** The calls about forgotten passwords and e-mail addresses; a part of the one map. */
export const emailCalls = {
  askRecovery: {
    method: 'POST',
    path: '/api/ask-recovery',
    request: emailOnlySchema,
    reply: nothingSchema,
  },
  recover: {
    method: 'POST',
    path: '/api/recover',
    request: v.object({ ...linkSchema.entries, password: passwordSchema }),
    reply: signInReplySchema,
  },
  myEmail: { method: 'GET', path: '/api/my-email', request: nothingSchema, reply: myEmailSchema },
  askVerification: {
    method: 'POST',
    path: '/api/ask-verification',
    request: nothingSchema,
    reply: nothingSchema,
  },
  verifyEmail: { method: 'POST', path: '/api/verify-email', request: linkSchema, reply: nothingSchema },
  changeEmail: { method: 'POST', path: '/api/change-email', request: emailOnlySchema, reply: nothingSchema },
  confirmEmail: { method: 'POST', path: '/api/confirm-email', request: linkSchema, reply: emailOnlySchema },
} as const;
