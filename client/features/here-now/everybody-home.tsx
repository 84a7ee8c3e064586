import { useState } from 'react';
import { useHousehold, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import type { Id } from '#domain/ids.ts';
import styles from './everybody-home.module.css';
import { countHere, presentVisitors } from './presence.ts';

const EverybodyHomeDialog = lazyDialog(() => import('./everybody-home-dialog.tsx'), 'EverybodyHomeDialog');

/** Of fewer the row's own button is as quick. */
const FEWEST = 2;

/** Asks whether all who are here go home. It stands at the end of a line, so that nothing moves as it comes and goes. */
export function EverybodyHome() {
  const { texts } = useTranslation();
  const household = useHousehold();
  const isOffered = useViewPart(({ children }) => countHere(children) >= FEWEST);
  const [asked, setAsked] = useState<readonly Id[]>();
  const ask = () =>
    setAsked(presentVisitors(household.view().children).map(({ visitor }) => visitor.ref.visitor));
  const close = () => {
    setAsked(undefined);
    keepFocus('here-now');
  };
  return (
    <>
      {isOffered && (
        <Button
          variant="quiet"
          className={styles.home}
          aria-haspopup="dialog"
          data-row=""
          label={texts.hereNow.allHome}
          onClick={ask}
        />
      )}
      {asked && <EverybodyHomeDialog asked={asked} onClose={close} />}
    </>
  );
}
