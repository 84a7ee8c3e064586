import { account } from './sv/account.ts';
import { common } from './sv/common.ts';
import { forParents } from './sv/for-parents.ts';
import { forSigningIn } from './sv/for-signing-in.ts';
import { home } from './sv/home.ts';

/** Every text but those of the long pages. They are loaded in parts, and asked for alike. */
export const sv = { common, home, ...forSigningIn, ...forParents, account } as const;
