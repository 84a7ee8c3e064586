import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ChildView, HouseholdView, VisitorView } from '#client/data/port.ts';
import { MyChildren } from '#client/features/children/my-children.tsx';
import { useFollowedRows } from '#client/features/following/followed-rows.ts';
import { WatchFollowed, WithOthers } from '#client/features/following/lazy-following.tsx';
import { CheckInList } from '#client/features/here-now/check-in-list.tsx';
import { HereNow, LastCheckIn } from '#client/features/here-now/here-now.tsx';
import { arrivalsSince, matcherOf } from '#client/features/here-now/presence.ts';
import type { KeptSelection } from '#client/features/here-now/selection.ts';
import { VisitorSearch } from '#client/features/here-now/visitor-search.tsx';
import { useDueVisits } from '#client/features/links/due-visits.ts';
import { RefusalsOnBoard } from '#client/features/links/lazy-board-refusals.tsx';
import { SharingNote } from '#client/features/links/lazy-sharing.tsx';
import { RestoredNote } from '#client/features/restored/restored-note.tsx';
import { GoneQuestion, useOpenQuestions } from '#client/features/visit/gone-question.tsx';
import { whenOnline } from '#client/lib/when-online.ts';
import { useNewFriend } from '#client/routes/use-new-friend.tsx';
import { useInstall } from '#client/session/use-install.ts';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { useRootMark } from '#client/ui/hooks/mark-root.ts';
import { useSearchParams } from '#client/ui/hooks/use-search-params.ts';
import { useStill } from '#client/ui/hooks/use-still.ts';
import { lazyComponent, lazyDialog, suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import styles from './dashboard.module.css';
import { useVisitorSheet } from './use-visitor-sheet.tsx';

const Today = suspendingComponent(() => import('#client/features/pictures/today.tsx'), 'Today');

interface Props {
  view: HouseholdView;
  onAddChild(): void;
}

/** The visitors here, those who may come, and today. */
export function Board({ view, onAddChild }: Props) {
  const { children: list, history: past, parents } = view;
  const actions = useVisitorActions();
  const [due, open] = [useDueVisits(list), useOpenQuestions(list)];
  const followed = useFollowedRows(view.followed);
  const lists = useMemo(() => ({ list, due, open, parents, followed }), [list, due, open, parents, followed]);
  const { shown, area, isFading, lists: still } = useStill(lists);
  const news = arrivalsSince(shown.list, list).filter((visitor) => !still.wasTapped(visitor)).length;
  const showNews = useCallback(() => still.release(), [still]);
  useEffect(guardRows, []);
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const matches = useMemo(() => matcherOf(wanted), [wanted]);
  const newFriend = useNewFriend(list, 'here-now');
  const { sheet, open: openSheet, chooseTime } = useVisitorSheet(actions);
  const asking = useMemo(() => [...shown.open, ...shown.due], [shown.open, shown.due]);
  const note = useCallback(
    (visitor: VisitorView, held: VisitorView) => (
      <>
        {shown.open.includes(held.openVisit?.visit ?? '') && (
          <GoneQuestion visitor={visitor} onChooseTime={() => chooseTime(visitor)} />
        )}
        <SharingNote visitor={visitor} shown={held} due={shown.due} />
      </>
    ),
    [chooseTime, shown.due, shown.open],
  );
  // The first frame has what a tap at the door needs; the rest is below the screen of a phone.
  const isComplete = useDeferredValue(true, false);
  const later = <div className={styles.later} />;
  const shared = { list: shown.list, actions, matches, onOpen: openSheet };
  return (
    <div className={`${styles.columns} stack gap-5`}>
      <div ref={area} className={`${styles.lists} stack gap-5`} data-fading={isFading || undefined}>
        <RestoredNote />
        <RefusalsOnBoard list={shown.list} focusAfter="here-now" />
        <HereNow
          {...shared}
          parents={shown.parents}
          asking={asking}
          note={note}
          news={news}
          onShowNews={showNews}
          search={
            <div className={styles.search}>
              <VisitorSearch list={list} typed={typed} onType={setTyped} />
            </div>
          }
        />
        {shown.followed && <WithOthers rows={shown.followed} focusAfter="here-now" />}
        <CheckInList {...shared} onNewFriend={newFriend.open} />
      </div>
      <div className={`${styles.aside} stack gap-5`}>
        <CheckInButton onNewFriend={newFriend.open} />
        <Suspense fallback={later}>
          {isComplete ? (
            <>
              <Today list={list} history={past} />
              <LastCheckIn history={past} />
              <MyChildren list={list} onAdd={onAddChild} />
              <UsefulOffers list={list} visits={past.length} />
              <WatchFollowed />
            </>
          ) : (
            later
          )}
        </Suspense>
      </div>
      {sheet}
      {newFriend.sheet}
    </div>
  );
}

/** Loads the guard behind the first frame; nothing has moved by then. The board works without it until it can be loaded. */
function guardRows(): () => void {
  const board = new AbortController();
  const guard = async () => {
    const moved = await import('#client/ui/feedback/moved-rows.ts').catch(() => undefined);
    if (board.signal.aborted) return;
    board.signal.addEventListener('abort', moved ? moved.guardMovedRows() : whenOnline(() => void guard()));
  };
  void guard();
  return () => board.abort();
}

const CheckInSheet = lazyDialog(() => import('#client/features/here-now/check-in-sheet.tsx'), 'CheckInSheet');

/** Shortcuts of the installed app: `/dashboard?check-in` opens the sheet, `?check-out` leads to those who are here. */
const OPENED_BY = 'check-in';
const LEADS_OUT = 'check-out';

/** Opens the sheet in which anybody is checked in. On a phone it stands above the tab bar, wherever the page is scrolled. */
function CheckInButton({ onNewFriend }: { onNewFriend: () => void }) {
  const { texts } = useTranslation();
  useRootMark('dock');
  const [query, setQuery] = useSearchParams();
  const isAsked = query.has(OPENED_BY);
  const [isOpen, setOpen] = useState(isAsked);
  const kept = useRef<KeptSelection>(undefined);
  const isLeaving = query.has(LEADS_OUT);
  useEffect(() => {
    if (isAsked) setOpen(true);
    if (isLeaving) keepFocus('here-now');
    if (isAsked || isLeaving) setQuery({});
  }, [isAsked, isLeaving, setQuery]);
  const close = () => setOpen(false);
  const addFriend = () => {
    close();
    onNewFriend();
  };
  return (
    <div className={styles.dock}>
      <Button
        variant="checkIn"
        wide
        icon={UserRoundCheck}
        iconSize={24}
        aria-haspopup="dialog"
        label={texts.common.checkIn}
        onClick={() => setOpen(true)}
      />
      {isOpen && <CheckInSheet onNewFriend={addFriend} kept={kept} onClose={close} />}
    </div>
  );
}

const Offers = lazyComponent(
  () => import('./offers.tsx'),
  'Offers',
  () => null,
);

/** The past visits from which on the app has shown its use. */
const ENOUGH = 3;

/** Offers what helps by now, below everything else, so that no row moves and nothing is covered. */
function UsefulOffers({ list, visits }: { list: readonly ChildView[]; visits: number }) {
  const install = useInstall();
  const onInstall = visits < ENOUGH ? undefined : install;
  const shares = list.some(({ friends, guests }) => [...friends, ...guests].some(isShared));
  return shares || onInstall ? <Offers shares={shares} onInstall={onInstall} /> : null;
}

function isShared({ openVisit }: VisitorView): boolean {
  return openVisit?.expected !== undefined || openVisit?.links !== undefined;
}
