import type { Texts } from '#client/translations/all-texts.ts';
import type { AppDocumentPage } from '#domain/pages/rendering.ts';

/** Returns the document title and the description for search results. */
export function headTexts(
  page: AppDocumentPage,
  { app, pages }: Texts,
): { title: string; description: string } {
  const { title, description } = ownTexts(page, app, pages);
  return { title: `${title} – ${app.common.brand}`, description: description ?? app.home.description };
}

function ownTexts(
  page: AppDocumentPage,
  app: Texts['app'],
  pages: Texts['pages'],
): { title: string; description?: string } {
  switch (page) {
    case '/':
      return { title: app.home.tab };
    case '/login':
      return { title: app.signIn.logInTitle };
    case '/register':
      return { title: app.signIn.registerTitle };
    case '/register/finish':
      return { title: pages.providers.pendingSignUp.title };
    case '/signed-in':
      return { title: pages.providers.entering };
    case '/dashboard':
      return { title: app.hereNow.title };
    case '/history':
      return { title: app.history.title };
    case '/profile':
      return { title: app.profile.title };
    case '/profile/account':
      return { title: app.account.title };
    case '/how-it-works':
      return pages.howItWorks;
    case '/forgot-password':
      return { title: pages.recovery.forgot.title };
    case '/recover':
      return { title: pages.recovery.recover.title };
    case '/verify-email':
      return { title: pages.recovery.verify.title };
    case '/confirm-email':
      return { title: pages.recovery.confirm.title };
    case '/undo-email':
      return { title: pages.recovery.undo.title };
    case '/join':
      return { title: app.join.title };
    case '*':
      return { title: pages.notFound.title, description: pages.notFound.text };
    case '/pricing': {
      const { title, lead, sections } = pages.pricing;
      return { title, description: `${lead} ${sections[0].text}` };
    }
    default: {
      const { title, lead } = pages[textPageOf(page)];
      return { title, description: lead };
    }
  }
}

/** Returns the key of a text page: "about" for "/about". */
function textPageOf<P extends string>(page: `/${P}`): P {
  return page.slice(1) as P;
}
