import type { i18n } from 'i18next';
import { StrictMode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import type { FrammeData } from '#client/data/port.ts';
import { ToastProvider } from '#client/ui/toast.tsx';
import { AuthProvider } from './auth.tsx';
import { Layout } from './layout.tsx';
import { Pages } from './pages.tsx';

/** The whole app: one root, one router. */
export function App({ data, translations }: { data: FrammeData; translations: i18n }) {
  return (
    <StrictMode>
      <I18nextProvider i18n={translations}>
        <AuthProvider data={data}>
          <BrowserRouter>
            <ToastProvider>
              <Layout>
                <Pages />
              </Layout>
            </ToastProvider>
          </BrowserRouter>
        </AuthProvider>
      </I18nextProvider>
    </StrictMode>
  );
}
