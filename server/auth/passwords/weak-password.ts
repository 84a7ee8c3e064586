import * as v from 'valibot';
import { fieldProblem, passwordSchema } from '#domain/fields.ts';
import { CallError } from '../../http/call-error.ts';

/** A short password has an answer of its own in the error catalogue (specification, section 8). In: the message as it came. */
export function refuseWeakPassword(message: unknown): void {
  const typed = v.safeParse(v.object({ password: v.string() }), message);
  if (typed.success && fieldProblem(passwordSchema, typed.output.password) === 'weak') {
    throw new CallError('weak-password', { field: 'password', problem: 'weak' });
  }
}
