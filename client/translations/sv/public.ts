import * as callFailures from '#client/translations/sv/call-failures.ts';
import * as pages from '#client/translations/sv/pages.ts';
import * as recovery from '#client/translations/sv/recovery.ts';
import * as signIn from '#client/translations/sv/sign-in.ts';

export const texts = {
  ...callFailures,
  ...pages,
  ...recovery,
  ...signIn,
} as const;
