import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHousehold, useViewAfterwards } from '#client/session/use-household.ts';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { useLatest } from '#client/ui/hooks/use-latest.ts';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import styles from './check-in.module.css';
import { ChildStep } from './child-step.tsx';
import { Contact } from './contact.tsx';
import { OutcomeLine } from './outcome-line.tsx';
import { SignedOutStep } from './signed-out-step.tsx';
import { useStepFocus } from './use-step-focus.ts';
import { useTap } from './use-tap.ts';
import { VisitorStep } from './visitor-step.tsx';

interface DialogProps {
  mode: Status;
  onClose: () => void;
}

/** The modal of the home page: a child, then one of that child's friends or guests, with one tap. */
export function CheckInDialog({ isSignedIn, ...props }: DialogProps & { isSignedIn: boolean }) {
  return isSignedIn ? <FamilyDialog {...props} /> : <VisitorDialog {...props} />;
}

function VisitorDialog({ mode, onClose }: DialogProps) {
  return (
    <Dialog open title={useModeWords(mode)} onClose={onClose}>
      <SignedOutStep mode={mode} />
    </Dialog>
  );
}

function FamilyDialog({ mode, onClose }: DialogProps) {
  const { t } = useTranslation();
  const household = useHousehold();
  const view = useViewAfterwards();
  const title = useModeWords(mode);
  const [chosen, setChosen] = useState<Id>();
  const { outcome, changed, tap, close, tell } = useTap(household, mode, onClose);
  const tapAlways = useLatest(tap);
  const child = view.children.find(({ id }) => id === chosen);
  const content = useStepFocus(child?.id);
  const footer = child && (
    <div className={styles.footer}>
      <Button variant="secondary" onClick={() => setChosen(undefined)}>
        {t(($) => $.common.cancel)}
      </Button>
      {changed && <Contact visitor={changed} onTell={tell} />}
    </div>
  );
  return (
    <Dialog
      open
      title={title}
      footer={footer}
      status={outcome && <OutcomeLine outcome={outcome} />}
      onClose={close}
    >
      <div ref={content}>
        {child ? (
          <VisitorStep key={child.id} child={child} mode={mode} onTap={tapAlways} />
        ) : (
          <ChildStep view={view} onChoose={setChosen} onRetry={() => household.catchUp()} />
        )}
      </div>
    </Dialog>
  );
}

function useModeWords(mode: Status): string {
  const { t } = useTranslation();
  return mode === 'in' ? t(($) => $.common.checkIn) : t(($) => $.common.checkOut);
}
