import * as callFailures from '#client/translations/en/call-failures.ts';
import * as pages from '#client/translations/en/pages.ts';
import * as recovery from '#client/translations/en/recovery.ts';
import * as signIn from '#client/translations/en/sign-in.ts';

export const texts = {
  ...callFailures,
  ...pages,
  ...recovery,
  ...signIn,
} as const;
