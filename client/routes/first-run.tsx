import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ChildView } from '#client/data/port.ts';
import { FIRST_RUN_STEPS, type FirstRunStep, parseReturnTo } from '#client/session/return-to.ts';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';

const FirstRunSheet = lazyDialog(() =>
  import('#client/features/first-run/first-run-sheet.tsx').then(({ FirstRunSheet: Sheet }) => Sheet),
);

/** The first run at the step in the history entry, so that the browser's back button leads to the step before. */
export function FirstRun({ list }: { list: readonly ChildView[] }) {
  const { state } = useLocation();
  const { firstRun } = parseReturnTo(state);
  return firstRun && <Steps list={list} step={firstRun} />;
}

/** Returns a function that opens the first run. */
export function useBeginFirstRun(): () => void {
  const navigate = useNavigate();
  return () => void navigate('/dashboard', { state: { firstRun: 'child' } });
}

function Steps({ list, step }: { list: readonly ChildView[]; step: FirstRunStep }) {
  const navigate = useNavigate();
  // A parent with children who opens the page of registering is led to the dashboard too.
  const [isClosing, setClosing] = useState(step === 'child' && list.length > 0);
  const close = () => {
    setClosing(true);
    keepFocus('main');
    if (step !== 'child') void navigate(-FIRST_RUN_STEPS.indexOf(step));
  };
  // The entry of the first step becomes a plain one; the steps above it can be reached no more.
  useEffect(() => {
    if (isClosing && step === 'child') void navigate('/dashboard', { replace: true, state: null });
  }, [isClosing, step, navigate]);
  if (isClosing) return null;
  return (
    <FirstRunSheet
      list={list}
      step={step}
      onStep={(next) => void navigate('/dashboard', { state: { firstRun: next } })}
      onClose={close}
    />
  );
}
