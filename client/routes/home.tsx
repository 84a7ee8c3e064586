import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { journeyOf } from '#client/app/destination.ts';
import { useHouseholdIfAny, useViewIfAny } from '#client/app/household.ts';
import { CheckInDialog } from '#client/features/check-in/check-in-dialog.tsx';
import type { Status } from '#domain/documents.ts';
import styles from './home.module.css';
import { HomeFeatures } from './home-features.tsx';
import { HomeHero } from './home-hero.tsx';
import { HomeHistory } from './home-history.tsx';
import { HomeHow } from './home-how.tsx';

export function Home() {
  const household = useHouseholdIfAny();
  const [mode, setMode] = useModal();
  return (
    <div className={styles.page}>
      <HomeHero isSignedIn={household !== undefined} onMode={setMode} />
      <HomeFeatures />
      <HomeHow isSignedIn={household !== undefined} />
      <HomeHistory />
      {mode && <CheckInModal mode={mode} onClose={() => setMode(undefined)} />}
    </div>
  );
}

function CheckInModal({ mode, onClose }: { mode: Status; onClose: () => void }) {
  const household = useHouseholdIfAny();
  const view = useViewIfAny();
  const family = household && view && !view.locked ? { household, view } : undefined;
  return <CheckInDialog mode={mode} family={family} onClose={onClose} />;
}

/** Which modal is open; the one that a visitor wanted before signing in opens again, once. */
function useModal(): [Status | undefined, (mode: Status | undefined) => void] {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { open } = journeyOf(state);
  const [mode, setMode] = useState(open);
  useEffect(() => {
    if (open) void navigate('.', { replace: true, state: null });
  }, [open, navigate]);
  return [mode, setMode];
}
