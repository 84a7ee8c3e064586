import { StrictMode, useEffect, useMemo, useRef } from 'react';
import type { FrammeData } from '#client/data/port.ts';
import { notifyCorrectedNowMoved } from '#client/lib/corrected-now.ts';
import { CrashBoundary } from '#client/lib/crash-boundary.tsx';
import type { Elements } from '#client/lib/jsx.ts';
import { AuthProvider } from '#client/session/auth.tsx';
import { useHouseholdIfAny, useViewPart } from '#client/session/use-household.ts';
import { MessageParentProvider } from '#client/session/use-message-parent.tsx';
import { SiteInfoContext } from '#client/session/use-site-info.ts';
import { Crash, FirstPaintContext, Layout } from '#client/shell/layout.tsx';
import { reloadPage } from '#client/shell/use-reload.ts';
import type { Translations } from '#client/translations/translations.ts';
import { TranslationsProvider, useTranslation } from '#client/translations/use-translation.tsx';
import { LeaveGuard } from '#client/ui/dialogs/leave-guard.tsx';
import { ToastProvider } from '#client/ui/feedback/toast.tsx';
import { lazyDialog, prefetchLazyComponents, ReloadContext } from '#client/ui/lazy/lazy-component.tsx';
import { UiTextsContext } from '#client/ui/ui-texts.ts';
import type { SiteInfo } from '#domain/pages/site-info.ts';
import { Pages, prefetchDailyPages } from './pages.tsx';

const MessageParent = lazyDialog(() => import('#client/routes/message-parent.tsx'), 'MessageParent');

interface AppProps {
  data: FrammeData;
  translations: Translations;
  host: SiteInfo;
  /** After the first page or error page is drawn or hydrated, and again after a crash. */
  onFirstPaint: () => void;
  /** The browser's router, or a static one for prerendering. */
  router: (app: Elements) => Elements;
}

export function App({ data, translations, host, onFirstPaint, router }: AppProps) {
  return (
    <StrictMode>
      <SiteInfoContext value={host}>
        <TranslationsProvider translations={translations}>
          <FirstPaintContext value={onFirstPaint}>
            <UiTextsProvider>
              <ReloadContext value={reloadPage}>
                <AuthProvider data={data} settled>
                  {router(
                    <CrashBoundary crash={<Crash />}>
                      <ToastProvider>
                        <Screens />
                      </ToastProvider>
                    </CrashBoundary>,
                  )}
                </AuthProvider>
              </ReloadContext>
            </UiTextsProvider>
          </FirstPaintContext>
        </TranslationsProvider>
      </SiteInfoContext>
    </StrictMode>
  );
}

function Screens() {
  usePrefetchedPages();
  useSkewChanges();
  return (
    <MessageParentProvider dialog={MessageParent}>
      <LeaveGuard>
        <Layout>
          <Pages />
        </Layout>
      </LeaveGuard>
    </MessageParentProvider>
  );
}

/** client/ui does not know the translations. */
function UiTextsProvider({ children }: { children: Elements }) {
  const { common } = useTranslation().texts;
  const texts = useMemo(
    () => ({ ...common, notLoaded: { ...common.notLoaded, retry: common.retry } }),
    [common],
  );
  return <UiTextsContext value={texts}>{children}</UiTextsContext>;
}

/** In ms; prefetching must not compete with the first screen. */
const AFTER_FIRST_SCREEN = 1000;

/** They must open offline. */
function usePrefetchedPages(): void {
  const isSignedIn = useHouseholdIfAny() !== undefined;
  const { translations } = useTranslation();
  useEffect(() => {
    if (!isSignedIn) return;
    const timer = setTimeout(() => {
      translations.load(['details']).catch(ignore);
      import('#client/lib/put-back.ts').then(({ putBack }) => putBack(document.body), ignore);
      void prefetchDailyPages().then(prefetchLazyComponents);
    }, AFTER_FIRST_SCREEN);
    return () => clearTimeout(timer);
  }, [isSignedIn, translations]);
}

function ignore(): void {}

/** Screens must read the time again after the clock skew changes. */
function useSkewChanges(): void {
  const skew = useViewPart((view) => view.skew) ?? 0;
  const shown = useRef(skew);
  useEffect(() => {
    if (shown.current !== skew) notifyCorrectedNowMoved();
    shown.current = skew;
  }, [skew]);
}
