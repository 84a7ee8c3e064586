import { account } from '#client/translations/sv/account.ts';
import { common } from '#client/translations/sv/common.ts';
import { home } from '#client/translations/sv/home.ts';
import { historyPage } from '#client/translations/sv/parts/history-page.ts';
import { modal } from '#client/translations/sv/parts/modal.ts';
import { join, parents } from '#client/translations/sv/parts/parents.ts';
import { profile } from '#client/translations/sv/parts/profile.ts';
import { rarePart } from '#client/translations/sv/rare-part.ts';
import { signInPart } from '#client/translations/sv/sign-in-part.ts';
import { signedInPart } from '#client/translations/sv/signed-in-part.ts';

/** All texts but those of the text pages. The app loads them in parts. */
export const sv = {
  common,
  home,
  modal,
  profile,
  historyPage,
  join,
  parents,
  ...signInPart,
  ...signedInPart,
  ...rarePart,
  account,
} as const;
