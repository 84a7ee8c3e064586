import { CheckInDialog } from '#client/features/check-in/check-in-dialog.tsx';
import { useHouseholdIfAny, useIsLocked } from '#client/session/use-household.ts';
import type { Status } from '#domain/documents.ts';

/** The check-in modal. Shows the family only while the session is live. */
export function CheckInModal({ mode, onClose }: { mode: Status; onClose: () => void }) {
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  return <CheckInDialog mode={mode} isSignedIn={household !== undefined && !isLocked} onClose={onClose} />;
}
