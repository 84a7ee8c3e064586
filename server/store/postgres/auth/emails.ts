import type { VerifiedEmail } from '../../ports/accounts.ts';
import { type Connection, statement } from '../connection/connection.ts';
import { violates } from '../connection/errors.ts';

const newEmail = statement<{ uid: string }>(
  'set-email',
  'UPDATE accounts SET email = $3, email_key = $4, email_verified_at = $5 WHERE household = $1 AND uid = $2 RETURNING uid',
);
const reserved = statement(
  'email-reserved',
  `SELECT 1 AS reserved FROM tickets
   WHERE kind = 'undo-email' AND body::json ->> 'emailKey' = $1 AND uid <> $2 AND expires_at > $3`,
);

/** An undone change may still restore the e-mail to another account. */
class EmailReserved extends Error {}

/** Changes the e-mail of an account of a household. */
export async function setEmail(
  connection: Connection,
  household: string,
  uid: string,
  { email, emailKey, verifiedAt }: VerifiedEmail,
  now: string,
): Promise<'set' | 'email-taken' | 'elsewhere'> {
  try {
    const set = await connection.query(newEmail, household, uid, email, emailKey, verifiedAt);
    await refuseReserved(connection, uid, emailKey, now);
    return set.length > 0 ? 'set' : 'elsewhere';
  } catch (error) {
    if (isEmailTaken(error)) return 'email-taken';
    throw error;
  }
}

/** Must follow the write of the e-mail, which waits for the change that frees and reserves it. Throws EmailReserved. */
export async function refuseReserved(
  connection: Connection,
  uid: string,
  emailKey: string,
  now: string,
): Promise<void> {
  if ((await connection.query(reserved, emailKey, uid, now)).length > 0) throw new EmailReserved();
}

/** True if another account has an e-mail, or may return to it. */
export function isEmailTaken(error: unknown): boolean {
  return error instanceof EmailReserved || violates(error, 'one_account_an_email');
}
