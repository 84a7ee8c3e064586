import { createContext, useContext, useState } from 'react';
import type { Household } from '#client/data/port.ts';
import type { Component, Elements } from '#client/lib/jsx.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { ToastContent } from '#client/ui/feedback/toast-content.ts';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { useHouseholdIfAny } from './use-household.ts';

type OpenMessageParent = (about: VisitorRef) => void;

interface MessageParentDialogProps {
  about: VisitorRef;
  drafts: Map<string, { to: string; text: string }>;
  onClose(): void;
}

const MessageParentContext = createContext<OpenMessageParent>(() => undefined);

/** Stable. The user's own phone sends the message. */
export function useMessageParent(): OpenMessageParent {
  return useContext(MessageParentContext);
}

/** In a toast. */
export function useMessageButton() {
  const { t } = useTranslation();
  const open = useMessageParent();
  return ({ name, ref }: { name: string; ref: VisitorRef }): Required<ToastContent>['messageParent'] => ({
    word: t(($) => $.messageParent.word),
    label: t(($) => $.messageParent.parentOf, { name }),
    open: () => open(ref),
  });
}

interface MessageParentProviderProps {
  dialog: Component<MessageParentDialogProps>;
  children: Elements;
}

/** Keeps drafts per household as long as the page is open. */
export function MessageParentProvider({ dialog: Dialog, children }: MessageParentProviderProps) {
  const household = useHouseholdIfAny();
  const [about, setAbout] = useState<VisitorRef>();
  const [drafts] = useState(() => new WeakMap<Household, MessageParentDialogProps['drafts']>());
  const close = () => {
    setAbout(undefined);
    keepFocus('main');
  };
  const own = household && (drafts.get(household) ?? new Map());
  if (household && own) drafts.set(household, own);
  return (
    <MessageParentContext value={setAbout}>
      {children}
      {about && own && <Dialog about={about} drafts={own} onClose={close} />}
    </MessageParentContext>
  );
}
