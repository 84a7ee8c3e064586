import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Household, HouseholdView } from '#client/data/port.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { ChildStep } from './child-step.tsx';
import { OutcomeLine } from './outcome-line.tsx';
import { SignedOutStep } from './signed-out-step.tsx';
import { useTap } from './use-tap.ts';
import { VisitorStep } from './visitor-step.tsx';

interface CheckInDialogProps {
  mode: Status;
  /** Undefined for a visitor who has not signed in. */
  family: { household: Household; view: HouseholdView } | undefined;
  onClose: () => void;
}

/** The modal of the home page: a child, then one of that child's friends or guests, with one tap. */
export function CheckInDialog({ mode, family, onClose }: CheckInDialogProps) {
  if (family) return <FamilyDialog mode={mode} {...family} onClose={onClose} />;
  return <VisitorDialog mode={mode} onClose={onClose} />;
}

function VisitorDialog({ mode, onClose }: { mode: Status; onClose: () => void }) {
  return (
    <Dialog open title={useModeWords(mode)} onClose={onClose}>
      <SignedOutStep mode={mode} />
    </Dialog>
  );
}

interface FamilyDialogProps {
  mode: Status;
  household: Household;
  view: HouseholdView;
  onClose: () => void;
}

function FamilyDialog({ mode, household, view, onClose }: FamilyDialogProps) {
  const { t } = useTranslation();
  const title = useModeWords(mode);
  const [chosen, setChosen] = useState<Id>();
  const { outcome, tap, close } = useTap(household, mode, onClose);
  const child = view.children.find(({ id }) => id === chosen);
  const footer = child && (
    <Button variant="secondary" onClick={() => setChosen(undefined)}>
      {t(($) => $.common.cancel)}
    </Button>
  );
  return (
    <Dialog
      open
      title={title}
      footer={footer}
      status={outcome && <OutcomeLine outcome={outcome} />}
      onClose={close}
    >
      {child ? (
        <VisitorStep key={child.id} child={child} mode={mode} onTap={tap} />
      ) : (
        <ChildStep view={view} onChoose={setChosen} onRetry={() => household.catchUp()} />
      )}
    </Dialog>
  );
}

function useModeWords(mode: Status): string {
  const { t } = useTranslation();
  return mode === 'in' ? t(($) => $.common.checkIn) : t(($) => $.common.checkOut);
}
