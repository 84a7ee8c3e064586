import { StrictMode, useEffect, useMemo, useRef } from 'react';
import { scriptIsBack } from '#client/data/errors.ts';
import type { FrammeData } from '#client/data/port.ts';
import { CrashBoundary } from '#client/lib/crash-boundary.tsx';
import type { Elements } from '#client/lib/jsx.ts';
import { notifyPresentMoved } from '#client/lib/present.ts';
import { AuthProvider } from '#client/session/auth.tsx';
import { HostContext } from '#client/session/use-host.ts';
import { useHouseholdIfAny, useViewPart } from '#client/session/use-household.ts';
import { TellProvider } from '#client/session/use-tell.tsx';
import { Crash, FirstPaintContext, Layout } from '#client/shell/layout.tsx';
import { holdsInput, loadNewestPage, wasReloaded } from '#client/shell/use-reload.ts';
import type { Translations } from '#client/translations/translations.ts';
import { TranslationsProvider, useTranslation } from '#client/translations/use-translation.tsx';
import { LeaveGuard } from '#client/ui/dialogs/leave-guard.tsx';
import { ToastProvider } from '#client/ui/feedback/toast.tsx';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { ReloadContext } from '#client/ui/lazy/load-boundary.tsx';
import { UiTextsContext } from '#client/ui/ui-texts.ts';
import type { Host } from '#domain/pages/host.ts';
import { Pages, prefetchDailyPages } from './pages.tsx';

const TellParent = lazyDialog(() => import('#client/routes/tell-parent.tsx'), 'TellParent');

interface AppProps {
  data: FrammeData;
  translations: Translations;
  host: Host;
  /** Called when the first page, or an error page in its place, has been drawn or hydrated; after a crash again. */
  onFirstPaint: () => void;
  /** Wraps the app in a router: the browser's, or a static one for prerendering. */
  router: (app: Elements) => Elements;
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

/** Translates the texts of client/ui, which does not know the translations. */
function UiTextsProvider({ children }: { children: Elements }) {
  const { common } = useTranslation().texts;
  const texts = useMemo(
    () => ({ ...common, notLoaded: { ...common.notLoaded, retry: common.retry } }),
    [common],
  );
  return <UiTextsContext value={texts}>{children}</UiTextsContext>;
}

/** The delay of prefetching after the first screen, in ms, so that it does not compete with that. */
const AFTER_FIRST_SCREEN = 1000;

/** Prefetches the pages of a signed-in parent, so that they open offline. */
function usePrefetchedPages(): void {
  const isSignedIn = useHouseholdIfAny() !== undefined;
  const { translations } = useTranslation();
  useEffect(() => {
    if (!isSignedIn) return;
    const timer = setTimeout(() => {
      prefetchDailyPages();
      import('./after-first-screen.ts').then(({ afterFirstScreen }) => afterFirstScreen(), ignore);
      translations.load(['home', 'modal', 'historyPage', 'profile', 'rare']).catch(ignore);
    }, AFTER_FIRST_SCREEN);
    return () => clearTimeout(timer);
  }, [isSignedIn, translations]);
}

function ignore(): void {}

/** Makes every screen read the present again when another difference to the server's clock was learned. */
function usePresentMoves(): void {
  const skew = useViewPart((view) => view.skew) ?? 0;
  const shown = useRef(skew);
  useEffect(() => {
    if (shown.current !== skew) notifyPresentMoved();
    shown.current = skew;
  }, [skew]);
}

/**
 * Reloads the page if the script that failed can be fetched, but not from here. Unless `isAsked`, not if something typed
 * would be lost, nor twice in a row.
 */
export async function reloadPage(error: unknown, isAsked: boolean): Promise<void> {
  if ((isAsked || !(wasReloaded() || holdsInput())) && (await scriptIsBack(error))) await loadNewestPage();
}
