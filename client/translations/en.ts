import { account } from './en/account.ts';
import { common } from './en/common.ts';
import { forParents } from './en/for-parents.ts';
import { forSigningIn } from './en/for-signing-in.ts';
import { home } from './en/home.ts';
import type { sv } from './sv.ts';
import type { Translated } from './translated.ts';

export const en = { common, home, ...forSigningIn, ...forParents, account } as const satisfies Translated<
  typeof sv
>;
