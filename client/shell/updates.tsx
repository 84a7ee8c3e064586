import { useEffect, useState } from 'react';
import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';

const nothing = () => null;
const Update = lazyComponent(() => import('./update.tsx').then(({ Update: Offer }) => Offer), nothing);
const Nudges = lazyComponent(
  () => import('#client/features/links/nudges.tsx').then(({ Nudges: Watch }) => Watch),
  nothing,
);

/** The delay after the first screen, in ms, so that storing the build does not compete with that. */
const AFTER_FIRST_SCREEN = 1000;

/**
 * Lets the app start without a network, offers new versions, and tells of planned times and answers. Below the page, so that
 * nothing moves under a finger.
 */
export function Updates() {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setDue, AFTER_FIRST_SCREEN, true);
    return () => clearTimeout(timer);
  }, []);
  if (!isDue) return null;
  return (
    <>
      <Update />
      <Nudges />
    </>
  );
}
