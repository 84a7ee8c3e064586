import { held } from './held.ts';
import { passkeys } from './passkeys.ts';
import { signIn } from './sign-in.ts';

/** Texts of signing in and registering, loaded on those pages. */
export const signInPart = { signIn, passkeys, held } as const;
