import * as v from 'valibot';
import { fieldProblem, passwordSchema } from '#domain/fields.ts';
import { CallError } from '../../../http/call-error.ts';

/** Throws 'weak-password' for a message with a too short password, which has an error code of its own. */
export function refuseWeakPassword(message: unknown): void {
  const typed = v.safeParse(v.object({ password: v.string() }), message);
  if (typed.success && fieldProblem(passwordSchema, typed.output.password) === 'weak') {
    throw new CallError('weak-password', { field: 'password', problem: 'weak' });
  }
}
