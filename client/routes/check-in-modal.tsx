import { CheckInDialog } from '#client/features/check-in/check-in-dialog.tsx';
import { useHouseholdIfAny, useIsLocked } from '#client/session/use-household.ts';
import type { Status } from '#domain/documents.ts';

/** The modal with the family of whoever is signed in; one whose session ended sees none of it. */
export function CheckInModal({ mode, onClose }: { mode: Status; onClose: () => void }) {
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  return <CheckInDialog mode={mode} isSignedIn={household !== undefined && !isLocked} onClose={onClose} />;
}
