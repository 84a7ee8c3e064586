import * as v from 'valibot';
import { emailSchema, passwordSchema } from '../fields.ts';
import { emptySchema, signInReplySchema } from './sign-in-reply.ts';

const emailOnlySchema = v.object({ email: emailSchema });
/** The secret of a mailed one-time link. A session's token is never part of a message. */
const linkSchema = v.object({ token: v.pipe(v.string(), v.maxLength(100, 'long')) });
const myEmailSchema = v.object({ email: v.string(), verified: v.boolean() });

/** The calls about password recovery and e-mail addresses. */
export const emailCalls = {
  askRecovery: {
    method: 'POST',
    path: '/api/ask-recovery',
    request: emailOnlySchema,
    reply: emptySchema,
  },
  recover: {
    method: 'POST',
    path: '/api/recover',
    request: v.object({ ...linkSchema.entries, password: passwordSchema }),
    reply: signInReplySchema,
  },
  myEmail: { method: 'GET', path: '/api/my-email', request: emptySchema, reply: myEmailSchema },
  askVerification: {
    method: 'POST',
    path: '/api/ask-verification',
    request: emptySchema,
    reply: emptySchema,
  },
  verifyEmail: { method: 'POST', path: '/api/verify-email', request: linkSchema, reply: emptySchema },
  changeEmail: { method: 'POST', path: '/api/change-email', request: emailOnlySchema, reply: emptySchema },
  confirmEmail: { method: 'POST', path: '/api/confirm-email', request: linkSchema, reply: emailOnlySchema },
} as const;
