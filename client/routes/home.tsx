import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { parseReturnTo } from '#client/session/return-to.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import type { Status } from '#domain/documents.ts';
import { HomeHero } from './home/home-hero.tsx';
import { HomeFamily, HomeFeatures, HomeHistory, HomeHost, HomeHow } from './home/home-sections.tsx';
import styles from './home.module.css';

const loadModal = () => import('./check-in-modal.tsx');
const CheckInModal = lazyDialog(loadModal, 'CheckInModal');

export function Home() {
  const household = useHouseholdIfAny();
  usePreloadedModal(household !== undefined);
  const [mode, setMode] = useModal();
  return (
    <div className={`${styles.page} page stack`}>
      <HomeHero isSignedIn={household !== undefined} onMode={setMode} />
      <HomeFamily />
      <HomeFeatures />
      <HomeHow isSignedIn={household !== undefined} />
      <HomeHistory />
      <HomeHost />
      {mode && <CheckInModal mode={mode} onClose={() => setMode(undefined)} />}
    </div>
  );
}

/** The open modal. Reopens, once, the one that a visitor had opened before signing in. */
function useModal(): [Status | undefined, (mode: Status | undefined) => void] {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { open } = parseReturnTo(state);
  const [mode, setMode] = useState(open);
  useEffect(() => {
    if (open) void navigate('.', { replace: true, state: null });
  }, [open, navigate]);
  return [mode, setMode];
}

/** Preloads the modal for signed-in parents, so that it opens at once, also offline. */
function usePreloadedModal(isSignedIn: boolean): void {
  useEffect(() => {
    if (isSignedIn) loadModal().catch(() => undefined);
  }, [isSignedIn]);
}
