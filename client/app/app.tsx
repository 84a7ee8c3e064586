import { type ReactNode, StrictMode } from 'react';
import type { FrammeData } from '#client/data/port.ts';
import { AuthProvider } from '#client/session/auth.tsx';
import { HostContext } from '#client/session/use-host.ts';
import { usePresentMoves } from '#client/session/use-present-moves.ts';
import { TellProvider } from '#client/session/use-tell.tsx';
import { FirstPaintContext } from '#client/shell/first-paint.tsx';
import { Layout } from '#client/shell/layout.tsx';
import type { Translations } from '#client/translations/translations.ts';
import { TranslationsProvider } from '#client/translations/use-translation.tsx';
import { LeaveGuard } from '#client/ui/dialogs/leave-guard.tsx';
import { ToastProvider } from '#client/ui/feedback/toast.tsx';
import { lazyDialog } from '#client/ui/lazy/lazy-dialog.tsx';
import { ReloadContext } from '#client/ui/lazy/reload-context.ts';
import type { Host } from '#domain/pages/host.ts';
import { Pages } from './pages.tsx';
import { reloadPage } from './reload-page.ts';
import { UiTextsProvider } from './ui-texts-provider.tsx';
import { usePrefetchedPages } from './use-prefetched-pages.ts';

const TellParent = lazyDialog(() =>
  import('#client/routes/tell-parent.tsx').then(({ TellParent: Dialog }) => Dialog),
);

interface AppProps {
  data: FrammeData;
  translations: Translations;
  host: Host;
  /** Called when the first page, or an error page in its place, has been drawn or hydrated; after a crash again. */
  onFirstPaint: () => void;
  /** Wraps the app in a router: the browser's, or a static one for prerendering. */
  router: (app: ReactNode) => ReactNode;
}

/** The root component. */
export function App({ data, translations, host, onFirstPaint, router }: AppProps) {
  return (
    <StrictMode>
      <HostContext value={host}>
        <TranslationsProvider translations={translations}>
          <FirstPaintContext value={onFirstPaint}>
            <UiTextsProvider>
              <ReloadContext value={reloadPage}>
                <AuthProvider data={data} settled>
                  {router(
                    <ToastProvider>
                      <Screens />
                    </ToastProvider>,
                  )}
                </AuthProvider>
              </ReloadContext>
            </UiTextsProvider>
          </FirstPaintContext>
        </TranslationsProvider>
      </HostContext>
    </StrictMode>
  );
}

function Screens() {
  usePrefetchedPages();
  usePresentMoves();
  return (
    <TellProvider dialog={TellParent}>
      <LeaveGuard>
        <Layout>
          <Pages />
        </Layout>
      </LeaveGuard>
    </TellProvider>
  );
}
