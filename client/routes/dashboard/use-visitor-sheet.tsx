import { useCallback, useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { FollowersInSheet } from '#client/features/followers/lazy-followers.tsx';
import { VisitSheet } from '#client/features/visit/lazy-visit-sheet.ts';
import type { Elements } from '#client/lib/jsx.ts';
import { VisitAddition } from '#client/routes/visit-addition.tsx';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';

const VisitorSheet = lazyDialog(() => import('#client/features/here-now/visitor-sheet.tsx'), 'VisitorSheet');

/** The id of the board's heading, which gets the focus if the row that opened a sheet is gone. */
const HEADING = 'here-now';

interface Sheet {
  /** Opens the sheet of a visitor: of the open visit, else of the last one. Stable, as `chooseTime`. */
  open(visitor: VisitorView): void;
  /** Opens the sheet of the open visit at the leaving time. */
  chooseTime(visitor: VisitorView): void;
  sheet: Elements;
}

/** The sheet of the visitor whose row was pressed. */
export function useVisitorSheet(actions: VisitorActions): Sheet {
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
        addition={VisitAddition}
        focusAfter={HEADING}
        onClose={close}
      />
    ) : (
      visitor && (
        <VisitorSheet visitor={visitor} actions={actions} addition={FollowersInSheet} onClose={close} />
      )
    );
  return {
    open: useCallback((of) => setOpened({ visitor: of }), []),
    chooseTime: useCallback((of) => setOpened({ visitor: of, isLeaving: true }), []),
    sheet,
  };
}
