import { account } from '#client/translations/en/account.ts';
import { common } from '#client/translations/en/common.ts';
import { home } from '#client/translations/en/home.ts';
import { historyPage } from '#client/translations/en/parts/history-page.ts';
import { modal } from '#client/translations/en/parts/modal.ts';
import { join, parents } from '#client/translations/en/parts/parents.ts';
import { profile } from '#client/translations/en/parts/profile.ts';
import { rarePart } from '#client/translations/en/rare-part.ts';
import { signInPart } from '#client/translations/en/sign-in-part.ts';
import { signedInPart } from '#client/translations/en/signed-in-part.ts';
import type { sv } from './sv.ts';
import type { Translated } from './translated.ts';

export const en = {
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
} as const satisfies Translated<typeof sv>;
