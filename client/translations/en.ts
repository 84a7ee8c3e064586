import { account } from '#client/translations/en/account.ts';
import { common } from '#client/translations/en/common.ts';
import { forParents } from '#client/translations/en/for-parents.ts';
import { forSigningIn } from '#client/translations/en/for-signing-in.ts';
import { home } from '#client/translations/en/home.ts';
import type { sv } from './sv.ts';
import type { Translated } from './translated.ts';

export const en = { common, home, ...forSigningIn, ...forParents, account } as const satisfies Translated<
  typeof sv
>;
