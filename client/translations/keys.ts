import 'i18next';
import type { pages } from './sv/pages.ts';
import type { sv } from './sv.ts';

/** Texts are asked for by selector, `t(($) => $.common.save)`, and Swedish defines which there are. */
declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true;
    defaultNS: 'app';
    resources: { app: typeof sv; pages: typeof pages };
  }
}
