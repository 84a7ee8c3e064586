import type { Texts } from '#client/translations/all-texts.ts';
import type { AppDocumentPage } from '#domain/pages/rendering.ts';

/** The title of each page that is not a text page. */
const TITLES: Record<Exclude<AppDocumentPage, `/${keyof Texts['pages']}`>, (texts: Texts) => string> = {
  '/': ({ app }) => app.home.tab,
  '/login': ({ app }) => app.signIn.logIn,
  '/register': ({ app }) => app.signIn.createAccount,
  '/register/finish': ({ pages }) => pages.providers.pendingSignUp.title,
  '/signed-in': ({ pages }) => pages.providers.entering,
  '/dashboard': ({ app }) => app.hereNow.title,
  '/history': ({ app }) => app.history.title,
  '/profile': ({ app }) => app.profile.title,
  '/profile/parents': ({ app }) => app.profile.pages.parents.title,
  '/profile/device': ({ app }) => app.profile.pages.device.title,
  '/profile/account': ({ app }) => app.profile.pages.account.title,
  '/profile/security': ({ app }) => app.profile.pages.security.title,
  '/profile/data': ({ app }) => app.profile.pages.data.title,
  '/how-it-works': ({ pages }) => pages.howItWorks.title,
  '/forgot-password': ({ pages }) => pages.recovery.forgot.title,
  '/verify-email': ({ pages }) => pages.recovery.verify.title,
  '/confirm-email': ({ pages }) => pages.recovery.confirm.title,
  '/recover': ({ pages }) => pages.recovery.recover.title,
  '/undo-email': ({ pages }) => pages.recovery.undo.title,
  '/join': ({ app }) => app.join.title,
  '*': ({ pages }) => pages.notFound.title,
};
const isTitled = (page: AppDocumentPage): page is keyof typeof TITLES => page in TITLES;

/** Returns the document title and the description for search results. */
export function headTexts(page: AppDocumentPage, texts: Texts): { title: string; description: string } {
  const { common, home } = texts.app;
  const title = isTitled(page) ? TITLES[page](texts) : texts.pages[textPageOf(page)].title;
  return { title: `${title} – ${common.brand}`, description: descriptionOf(page, texts) ?? home.description };
}

/** Undefined for a page that has none of its own. */
function descriptionOf(page: AppDocumentPage, { pages }: Texts): string | undefined {
  if (page === '/how-it-works') return pages.howItWorks.description;
  if (page === '*') return pages.notFound.text;
  if (page === '/pricing') return `${pages.pricing.lead} ${pages.pricing.sections[0].text}`;
  return isTitled(page) ? undefined : pages[textPageOf(page)].lead;
}

/** Returns the key of a text page: "about" for "/about". */
function textPageOf<P extends string>(page: `/${P}`): P {
  return page.slice(1) as P;
}
