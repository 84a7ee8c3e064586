import * as account from '#client/translations/en/account.ts';
import * as common from '#client/translations/en/common.ts';
import * as following from '#client/translations/en/following.ts';
import * as historyPage from '#client/translations/en/history-page.ts';
import * as home from '#client/translations/en/home.ts';
import * as modal from '#client/translations/en/modal.ts';
import * as parents from '#client/translations/en/parents.ts';
import * as profile from '#client/translations/en/profile.ts';
import { rare } from '#client/translations/en/rare.ts';
import * as signIn from '#client/translations/en/sign-in.ts';
import * as signedIn from '#client/translations/en/signed-in.ts';
import type { Translated } from './parts.ts';
import type { sv } from './sv.ts';

export const en = {
  ...common,
  ...home,
  ...modal,
  ...profile,
  ...following,
  ...historyPage,
  ...parents,
  ...signIn,
  ...signedIn,
  ...rare,
  ...account,
} as const satisfies Translated<typeof sv>;
