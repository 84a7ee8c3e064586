import { type ComponentProps, useCallback, useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { FollowersInSheet } from '#client/features/followers/lazy-followers.tsx';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { lazyDialog, suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';

const Sheet = lazyDialog(() => import('#client/features/visit/visit-sheet.tsx'), 'VisitSheet');

const SharingPart = suspendingComponent(
  () => import('#client/features/links/sharing-part.tsx'),
  'SharingPart',
);

/** With the links and followers of its visitor. */
export function VisitSheet(props: Omit<ComponentProps<typeof Sheet>, 'addition'>) {
  return <Sheet {...props} addition={Addition} />;
}

function Addition(props: ComponentProps<typeof SharingPart>) {
  const { visitor, onDone } = props;
  return (
    <>
      <SharingPart {...props} />
      {visitor && <FollowersInSheet visitor={visitor} onDone={onDone} />}
    </>
  );
}

const VisitorSheet = lazyDialog(() => import('#client/features/here-now/visitor-sheet.tsx'), 'VisitorSheet');

/** DOM id, focused if the row that opened a sheet is gone. */
const HEADING = 'here-now';

/** Opens the open visit's sheet, else the last one's; `chooseTime` at its leaving time. Both are stable. */
export function useVisitorSheet(actions: VisitorActions) {
  const [{ visitor, isLeaving }, setOpened] = useState<{ visitor?: VisitorView; isLeaving?: boolean }>({});
  const close = useCallback(() => {
    setOpened({});
    keepFocus(HEADING);
  }, []);
  const visit = visitor?.openVisit?.visit ?? visitor?.undo?.visit;
  const sheet =
    visit !== undefined ? (
      <VisitSheet
        visit={visit}
        correct={isLeaving ? 'left' : undefined}
        focusAfter={HEADING}
        onClose={close}
      />
    ) : (
      visitor && <VisitorSheet visitor={visitor} actions={actions} addition={Addition} onClose={close} />
    );
  return {
    open: useCallback((of: VisitorView) => setOpened({ visitor: of }), []),
    chooseTime: useCallback((of: VisitorView) => setOpened({ visitor: of, isLeaving: true }), []),
    sheet,
  };
}
