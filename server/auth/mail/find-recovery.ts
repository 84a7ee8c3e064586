import { EMAIL_CODE_DIGITS } from '#domain/protocol/email-calls.ts';
import { CallError } from '../../http/call-error.ts';
import type { RateLimit } from '../../store/ports/store.ts';
import type { AuthContext } from '../core/auth-context.ts';
import type { FoundLink } from './one-time-links.ts';

/** Of a hundred million codes, which are valid for an hour; a request of another device does not know the first part. */
const GUESSES: RateLimit = { burst: 10, interval: 15 * 60_000 };

const BY_CODE = new RegExp(`^([\\w-]{43})\\.(\\d{${EMAIL_CODE_DIGITS}})$`);

/**
 * Finds a recovery by the secret of its link, or by its request and code, without using it up. Throws 'link-expired',
 * 'code-refused' and 'too-many-requests'.
 */
export async function findRecovery(
  { links, limits }: Pick<AuthContext, 'links' | 'limits'>,
  token: string,
): Promise<FoundLink<'recovery'>> {
  const [, request, code] = BY_CODE.exec(token) ?? [];
  if (request === undefined || code === undefined) return links.find('recovery', token);
  await limits.count('recovery-code', request, GUESSES);
  const found = await links.findRecovery(request, code);
  if (!found) throw new CallError('code-refused');
  return found;
}
