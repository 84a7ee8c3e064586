import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { ActivityOutcome } from '#domain/protocol/account-calls.ts';
import { type CallErrorCode, type CallName, calls } from '#domain/protocol/calls.ts';
import type { CoreContext } from '../core-context.ts';
import type { SecurityEvent, SecurityEvents } from './security-events.ts';

interface CallEvent extends Pick<SecurityEvent, 'event' | 'method'> {
  inSession?: true;
  /** A success is no event, or the call records it itself. */
  refusalsOnly?: true;
}

const inSession = true;
const refusalsOnly = true;

/** Provider sign-ins, exports and deletion record themselves. */
const CALL_EVENTS: Partial<Record<CallName, CallEvent>> = {
  register: { event: 'registered', method: 'password' },
  logIn: { event: 'sign-in', method: 'password' },
  passkeySignInOptions: { event: 'sign-in', method: 'passkey', refusalsOnly },
  signInWithPasskey: { event: 'sign-in', method: 'passkey' },
  startProvider: { event: 'sign-in', refusalsOnly },
  finishSignUp: { event: 'registered' },
  secondFactor: { event: 'second-factor', method: 'passkey' },
  secondFactorByCode: { event: 'second-factor', method: 'recovery-code' },
  reauthenticate: { event: 're-authentication', method: 'password', inSession },
  reauthenticateByPasskey: { event: 're-authentication', method: 'passkey', inSession },
  logOut: { event: 'sign-out', inSession },
  signOutDevice: { event: 'device-signed-out', inSession },
  signOutOthers: { event: 'others-signed-out', inSession },
  changePassword: { event: 'password-changed', inSession },
  askRecovery: { event: 'recovery-asked', method: 'link' },
  recover: { event: 'recovery', method: 'link' },
  verifyEmail: { event: 'email-verified', method: 'link' },
  changeEmail: { event: 'email-change-asked', inSession },
  confirmEmail: { event: 'email-changed', method: 'link' },
  claimAccount: { event: 'recovery', method: 'link' },
  confirmCode: { event: 'email-code', inSession, refusalsOnly },
  undoEmailChange: { event: 'email-change-undone', method: 'link' },
  addPasskey: { event: 'passkey-added', inSession },
  removePasskey: { event: 'passkey-removed', inSession },
  requirePasskey: { event: 'passkey-requirement', inSession },
  renewRecoveryCodes: { event: 'codes-renewed', inSession },
  disconnectProvider: { event: 'service-disconnected', inSession },
  deleteAccount: { event: 'account-deleted', inSession },
};

/** Other refusals are mistakes in a form. */
const OUTCOMES: Partial<Record<CallErrorCode, ActivityOutcome>> = {
  'invalid-credentials': 'failed',
  'passkey-refused': 'failed',
  'passkey-late': 'failed',
  'passkey-copied': 'failed',
  'code-refused': 'failed',
  'second-factor-over': 'failed',
  'link-expired': 'failed',
  'too-many-requests': 'limited',
  'foreign-origin': 'refused',
  'invitation-needed': 'refused',
  'registration-closed': 'refused',
};

const replySchema = v.object({
  error: v.optional(v.object({ code: v.string() })),
  account: v.optional(v.nullable(v.object({ uid: v.string() }))),
  next: v.optional(v.string()),
});
const typedSchema = v.object({ email: v.string() });

/** Must run before the calls are registered. */
export function recordCalls(app: FastifyInstance, { events, sessions }: CoreContext): void {
  const byPath = new Map(
    Object.entries(CALL_EVENTS).map(([name, event]) => [calls[name as CallName].path, event] as const),
  );
  const findAccount = async (request: FastifyRequest) => {
    const account = await sessions.findAccount(request);
    if (account) events.about(request, account.uid);
  };
  app.addHook('onRoute', (route) => {
    const event = byPath.get(route.url as (typeof calls)[CallName]['path']);
    if (!event) return;
    // Before the call, which may end the session.
    if (event.inSession) route.preHandler = findAccount;
    route.preSerialization = (request, _reply, payload, done) => {
      recordReply(events, event, request, payload);
      done(null, payload);
    };
  });
}

function recordReply(
  events: SecurityEvents,
  { event, method, refusalsOnly }: CallEvent,
  request: FastifyRequest,
  payload: unknown,
): void {
  const { error, account, next } = v.parse(v.fallback(replySchema, {}), payload);
  const success = next === undefined ? 'ok' : 'unfinished';
  const outcome = error === undefined ? success : OUTCOMES[error.code as CallErrorCode];
  if (outcome === undefined || (refusalsOnly && error === undefined)) return;
  const typed = v.safeParse(typedSchema, request.body);
  const email = typed.success && event !== 'email-change-asked' ? typed.output.email : undefined;
  events.record(request, { event, method, outcome, uid: account?.uid, email });
}
