import { account } from '#client/translations/sv/account.ts';
import { common } from '#client/translations/sv/common.ts';
import { forParents } from '#client/translations/sv/for-parents.ts';
import { forSigningIn } from '#client/translations/sv/for-signing-in.ts';
import { home } from '#client/translations/sv/home.ts';

/** Every text but those of the long pages. They are loaded in parts, and asked for alike. */
export const sv = { common, home, ...forSigningIn, ...forParents, account } as const;
