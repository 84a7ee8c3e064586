import { passkeys } from './passkeys.ts';
import { signIn } from './signIn.ts';

/** What is read where somebody signs in, and what stands behind that; loaded on those pages. */
export const forSigningIn = { signIn, passkeys } as const;
