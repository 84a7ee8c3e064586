import * as account from '#client/translations/sv/account.ts';
import * as common from '#client/translations/sv/common.ts';
import * as following from '#client/translations/sv/following.ts';
import * as historyPage from '#client/translations/sv/history-page.ts';
import * as home from '#client/translations/sv/home.ts';
import * as modal from '#client/translations/sv/modal.ts';
import * as parents from '#client/translations/sv/parents.ts';
import * as profile from '#client/translations/sv/profile.ts';
import { rare } from '#client/translations/sv/rare.ts';
import * as signIn from '#client/translations/sv/sign-in.ts';
import * as signedIn from '#client/translations/sv/signed-in.ts';

/** All texts but those of the text pages. The app loads them in parts. */
export const sv = {
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
} as const;
