import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ChildView } from '#client/data/port.ts';
import { FIRST_RUN_STEPS, type FirstRunStep } from '#client/session/return-to.ts';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';

const FirstRunSheet = lazyDialog(
  () => import('#client/features/first-run/first-run-sheet.tsx'),
  'FirstRunSheet',
);

export function Steps({ list, step }: { list: readonly ChildView[]; step: FirstRunStep }) {
  const navigate = useNavigate();
  // A parent with children lands here too from the registration page.
  const [isClosing, setClosing] = useState(step === 'child' && list.length > 0);
  // A step saved after closing must not open the next.
  const isLeft = useRef(false);
  const close = () => {
    isLeft.current = true;
    setClosing(true);
    keepFocus('main');
    if (step !== 'child') void navigate(-FIRST_RUN_STEPS.indexOf(step));
  };
  // Make the first entry plain: the steps above it become unreachable.
  useEffect(() => {
    if (isClosing && step === 'child') void navigate('/dashboard', { replace: true, state: null });
  }, [isClosing, step, navigate]);
  if (isClosing) return null;
  return (
    <FirstRunSheet
      list={list}
      step={step}
      onStep={(next) => isLeft.current || void navigate('/dashboard', { state: { firstRun: next } })}
      onClose={close}
    />
  );
}
