import 'i18next';
import type { forParents } from '#client/translations/sv/for-parents.ts';
import type { forSigningIn } from '#client/translations/sv/for-signing-in.ts';
import type { pages } from '#client/translations/sv/pages.ts';
import type { sv } from './sv.ts';

/** Texts are asked for by selector, `t(($) => $.common.save)`, and Swedish defines which there are. */
declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true;
    defaultNS: 'app';
    /** `app` finds the texts of every part but the long one. */
    resources: {
      app: typeof sv;
      home: Pick<typeof sv, 'home'>;
      signIn: typeof forSigningIn;
      parents: typeof forParents;
      account: Pick<typeof sv, 'account'>;
      pages: typeof pages;
    };
  }
}
