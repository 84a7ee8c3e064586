import * as pages from '#client/translations/sv/pages.ts';
import * as recovery from '#client/translations/sv/recovery.ts';
import * as signIn from '#client/translations/sv/sign-in.ts';

export const texts = {
  ...pages,
  ...recovery,
  ...signIn,
} as const;
