import 'i18next';
import type { pages } from '#client/translations/sv/pages.ts';
import type { signInPart } from '#client/translations/sv/sign-in-part.ts';
import type { signedInPart } from '#client/translations/sv/signed-in-part.ts';
import type { sv } from './sv.ts';

/** Types the selectors, `t(($) => $.common.save)`, by the Swedish texts. */
declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true;
    defaultNS: 'app';
    /** `app` falls back to every part but `pages`. */
    resources: {
      app: typeof sv;
      home: Pick<typeof sv, 'home'>;
      signIn: typeof signInPart;
      signedIn: typeof signedInPart;
      account: Pick<typeof sv, 'account'>;
      pages: typeof pages;
    };
  }
}
