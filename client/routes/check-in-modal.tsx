import { useState } from 'react';
import { CheckInDialog } from '#client/features/check-in/check-in-dialog.tsx';
import { useHouseholdIfAny, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';

const NewFriendSheet = lazyDialog(
  () => import('#client/features/visitors/new-friend-sheet.tsx'),
  'NewFriendSheet',
);

/** Shows the family only while the session is live. */
export function CheckInModal({ mode, onClose }: { mode: Status; onClose: () => void }) {
  const isSignedIn = useHouseholdIfAny() !== undefined;
  const isLocked = useIsLocked();
  const list = useViewPart(({ children }) => children) ?? [];
  const [child, setChild] = useState<Id>();
  const [isAdding, setAdding] = useState(false);
  if (isAdding && !isLocked)
    return <NewFriendSheet list={list} child={child} onAdded={onClose} onClose={() => setAdding(false)} />;
  return (
    <CheckInDialog
      mode={mode}
      isSignedIn={isSignedIn && !isLocked}
      chosen={child}
      onChoose={setChild}
      onNewFriend={(of) => {
        setChild(of);
        setAdding(true);
      }}
      onClose={onClose}
    />
  );
}
