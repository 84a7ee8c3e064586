import type { i18n } from 'i18next';
import { type ReactNode, StrictMode } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { FrammeData } from '#client/data/port.ts';
import { AuthProvider } from '#client/session/auth.tsx';
import { HostContext } from '#client/session/use-host.ts';
import { ShownContext } from '#client/shell/first-paint.tsx';
import { Layout } from '#client/shell/layout.tsx';
import { ToastProvider } from '#client/ui/feedback/toast.tsx';
import type { Host } from '#domain/pages/host.ts';
import { Pages } from './pages.tsx';

interface AppProps {
  data: FrammeData;
  translations: i18n;
  host: Host;
  /** Whether the first authentication state has come; where it failed, the app says so. */
  settled: boolean;
  /** Called when the first page stands on the screen and works, or what says that it does not; after a crash again. */
  onShown: () => void;
  /** Surrounds the app with its router: the browser's, or that of a document which is only drawn. */
  router: (app: ReactNode) => ReactNode;
}

/** The whole app: one root, one router. */
export function App({ data, translations, host, settled, onShown, router }: AppProps) {
  return (
    <StrictMode>
      <HostContext value={host}>
        <I18nextProvider i18n={translations}>
          <ShownContext value={onShown}>
            <AuthProvider data={data} settled={settled}>
              {router(
                <ToastProvider>
                  <Layout>
                    <Pages />
                  </Layout>
                </ToastProvider>,
              )}
            </AuthProvider>
          </ShownContext>
        </I18nextProvider>
      </HostContext>
    </StrictMode>
  );
}
