import { useEffect, useState } from 'react';
import type { Drafts } from '#client/features/tell/draft.ts';
import { TellDialog } from '#client/features/tell/tell-dialog.tsx';
import { useViewIfAny, useVisitorIfAny } from '#client/session/use-household.ts';
import type { VisitorRef } from '#domain/paths.ts';

interface Props {
  about: VisitorRef;
  drafts: Drafts;
  onClose(): void;
}

/** The dialog about a visitor, as of its opening; closes if the visitor is removed or the session ended. */
export function TellParent({ about, drafts, onClose }: Props) {
  const view = useViewIfAny();
  const now = useVisitorIfAny(about);
  const [visitor] = useState(now);
  const profile = view?.locked ? undefined : view?.profile;
  const isThere = visitor !== undefined && profile !== undefined;
  useEffect(() => {
    if (!isThere) onClose();
  }, [isThere, onClose]);
  if (!visitor || !profile) return null;
  return <TellDialog visitor={visitor} language={profile.language} drafts={drafts} onClose={onClose} />;
}
