import { useEffect, useState } from 'react';
import type { Drafts } from '#client/features/message-parent/message-draft.ts';
import { MessageParentDialog } from '#client/features/message-parent/message-parent-dialog.tsx';
import { useViewIfAny, useVisitorIfAny } from '#client/session/use-household.ts';
import type { VisitorRef } from '#domain/paths.ts';

interface Props {
  about: VisitorRef;
  drafts: Drafts;
  onClose(): void;
}

/** The visitor at the opening; closes if removed or the session ended. */
export function MessageParent({ about, drafts, onClose }: Props) {
  const view = useViewIfAny();
  const now = useVisitorIfAny(about);
  const [visitor] = useState(now);
  const profile = view?.locked ? undefined : view?.profile;
  const isThere = visitor !== undefined && profile !== undefined;
  useEffect(() => {
    if (!isThere) onClose();
  }, [isThere, onClose]);
  if (!visitor || !profile) return null;
  return (
    <MessageParentDialog visitor={visitor} language={profile.language} drafts={drafts} onClose={onClose} />
  );
}
