import { useHouseholdIfAny, useViewIfAny } from '#client/app/household.ts';
import { CheckInDialog } from '#client/features/check-in/check-in-dialog.tsx';
import type { Status } from '#domain/documents.ts';

/** The modal with the family of whoever is signed in; one whose session ended sees none of it. */
export function CheckInModal({ mode, onClose }: { mode: Status; onClose: () => void }) {
  const household = useHouseholdIfAny();
  const view = useViewIfAny();
  const family = household && view && !view.locked ? { household, view } : undefined;
  return <CheckInDialog mode={mode} family={family} onClose={onClose} />;
}
