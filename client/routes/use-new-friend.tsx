import { useCallback, useState } from 'react';
import type { ChildView } from '#client/data/port.ts';
import type { Elements } from '#client/lib/jsx.ts';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import type { Id } from '#domain/ids.ts';

export const NewFriendSheet = lazyDialog(
  () => import('#client/features/visitors/new-friend-sheet.tsx'),
  'NewFriendSheet',
);

interface NewFriend {
  /** Opens the sheet; without a child the parent chooses one in it. Stable. */
  open(child?: Id): void;
  /** The open sheet, for the page to render. */
  sheet: Elements;
}

/** The sheet that adds a friend who stands at the door. `heading` is the id to focus if the button that opened it is gone. */
export function useNewFriend(list: readonly ChildView[], heading: string): NewFriend {
  const [opened, setOpened] = useState<{ child: Id | undefined }>();
  const close = () => {
    setOpened(undefined);
    keepFocus(heading);
  };
  return {
    open: useCallback((child) => setOpened({ child }), []),
    sheet: opened && <NewFriendSheet list={list} child={opened.child} onClose={close} />,
  };
}
