import { lazy, type ReactNode, StrictMode } from 'react';
import type { FrammeData } from '#client/data/port.ts';
import { AuthProvider } from '#client/session/auth.tsx';
import { HostContext } from '#client/session/use-host.ts';
import { TellProvider } from '#client/session/use-tell.tsx';
import { Crash } from '#client/shell/crash.tsx';
import { FirstPaintContext } from '#client/shell/first-paint.tsx';
import { Layout } from '#client/shell/layout.tsx';
import type { Translations } from '#client/translations/translations.ts';
import { TranslationsProvider } from '#client/translations/use-translation.tsx';
import { LeaveGuard } from '#client/ui/dialogs/leave-guard.tsx';
import { ToastProvider } from '#client/ui/feedback/toast.tsx';
import type { Host } from '#domain/pages/host.ts';
import { Pages } from './pages.tsx';
import { UiTextsProvider } from './ui-texts-provider.tsx';
import { usePrefetchedPages } from './use-prefetched-pages.ts';

const TellParent = lazy(() =>
  import('#client/routes/tell-parent.tsx').then(({ TellParent: Dialog }) => ({ default: Dialog })),
);

interface AppProps {
  data: FrammeData;
  translations: Translations;
  host: Host;
  /** True if the first authentication state is known; false if it could not be loaded, which shows the crash page. */
  settled: boolean;
  /** Called when the first page, or an error page in its place, has been drawn or hydrated; after a crash again. */
  onFirstPaint: () => void;
  /** Wraps the app in a router: the browser's, or a static one for prerendering. */
  router: (app: ReactNode) => ReactNode;
}

/** The root component. */
export function App({ data, translations, host, settled, onFirstPaint, router }: AppProps) {
  return (
    <StrictMode>
      <HostContext value={host}>
        <TranslationsProvider translations={translations}>
          <FirstPaintContext value={onFirstPaint}>
            <UiTextsProvider>
              <AuthProvider data={data} settled={settled} fallback={<Crash />}>
                {router(
                  <ToastProvider>
                    <Screens />
                  </ToastProvider>,
                )}
              </AuthProvider>
            </UiTextsProvider>
          </FirstPaintContext>
        </TranslationsProvider>
      </HostContext>
    </StrictMode>
  );
}

function Screens() {
  usePrefetchedPages();
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
