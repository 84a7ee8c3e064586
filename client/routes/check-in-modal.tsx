import { useState } from 'react';
import { CheckInDialog } from '#client/features/check-in/check-in-dialog.tsx';
import { useHouseholdIfAny, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { NewFriendSheet } from './use-new-friend.tsx';

/** The check-in modal, and the sheet of a new friend in its place. Shows the family only while the session is live. */
export function CheckInModal({ mode, onClose }: { mode: Status; onClose: () => void }) {
  useTranslation(['modal']);
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
