import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ChildView, HouseholdView, VisitorView } from '#client/data/port.ts';
import { useFollowedRows } from '#client/features/following/followed-rows.ts';
import { WatchFollowed, WithOthers } from '#client/features/following/lazy-following.tsx';
import { arrivalsSince, matcherOf } from '#client/features/here-now/board-order.ts';
import { CheckInList } from '#client/features/here-now/check-in-list.tsx';
import { HereNow } from '#client/features/here-now/here-now.tsx';
import type { KeptSelection } from '#client/features/here-now/select-row.tsx';
import { RefusalsOnBoard, SharingNote, useDueVisits } from '#client/features/links/links-on-board.tsx';
import { StillHerePrompt, useOpenQuestions } from '#client/features/visit/still-here-prompt.tsx';
import { SearchField } from '#client/forms/search-field.tsx';
import { whenOnline } from '#client/lib/when-online.ts';
import { useComingVisitors, useOnTheWayHome } from '#client/people/coming.tsx';
import { SEARCHED_FROM } from '#client/people/matches-name.ts';
import { knowsToday } from '#client/people/visit-span.ts';
import { visitorsOf } from '#client/people/visitors.ts';
import { useViewPart } from '#client/session/use-household.ts';
import { useInstall } from '#client/session/use-install.ts';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { useRootMark } from '#client/ui/hooks/mark-root.ts';
import { useFrozenList } from '#client/ui/hooks/use-frozen.ts';
import { useSearchParams } from '#client/ui/hooks/use-navigation.ts';
import {
  lazyComponent,
  lazyDialog,
  noMessage,
  suspendingComponent,
} from '#client/ui/lazy/lazy-component.tsx';
import type { Id } from '#domain/ids.ts';
import { useVisitorSheet } from '../visit-sheet.tsx';
import styles from './dashboard.module.css';

const MyChildren = suspendingComponent(
  () => import('#client/features/children/my-children.tsx'),
  'MyChildren',
);
const LastCheckIn = suspendingComponent(
  () => import('#client/features/here-now/last-check-in.tsx'),
  'LastCheckIn',
);
const TripNote = lazyComponent(() => import('#client/people/trip-words.tsx'), 'TripNote', noMessage);
const UsualList = suspendingComponent(() => import('#client/features/here-now/usual-list.tsx'), 'UsualList');
const Today = suspendingComponent(() => import('#client/features/pictures/day-picture.tsx'), 'Today');

const WIDE = '(min-width: 60rem)';

export function Board({ view, onAddChild }: { view: HouseholdView; onAddChild(): void }) {
  const { children: list, history, historyLoading, parents } = view;
  const actions = useVisitorActions();
  const [due, open] = [useDueVisits(list), useOpenQuestions(list)];
  const followed = useFollowedRows(view.followed);
  const onTheWay = useOnTheWayHome(list);
  const coming = useComingVisitors(list);
  const lists = useMemo(
    () => ({ list, history, historyLoading, due, open, onTheWay, coming, parents, followed }),
    [list, history, historyLoading, due, open, onTheWay, coming, parents, followed],
  );
  const { shown, area, isFading, lists: still } = useFrozenList(lists);
  const newFriend = useNewFriend(list);
  const arrivals = arrivalsSince(shown.list, list);
  const isOwn = (visitor: Id) => visitor === newFriend.added || still.wasTapped(visitor);
  const hasAdded = arrivals.some((visitor) => visitor === newFriend.added);
  useEffect(() => {
    if (hasAdded) still.release();
  }, [hasAdded, still]);
  useEffect(guardRows, []);
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const matches = useMemo(() => matcherOf(wanted), [wanted]);
  const { sheet, open: openSheet, chooseTime } = useVisitorSheet(actions);
  const asking = useMemo(() => [...shown.open, ...shown.due], [shown.open, shown.due]);
  const note = useCallback(
    (visitor: VisitorView, held: VisitorView) => (
      <>
        {shown.open.includes(held.openVisit?.visit ?? '') && (
          <StillHerePrompt visitor={visitor} onChooseTime={() => chooseTime(visitor)} />
        )}
        {shown.onTheWay.includes(held.ref.visitor) && <TripNote visitor={visitor} shown={held} />}
        <SharingNote visitor={visitor} shown={held} due={shown.due} />
      </>
    ),
    [chooseTime, shown.due, shown.onTheWay, shown.open],
  );
  // The rest follows once today's visits are known, so that nothing below them moves.
  const isComplete = useDeferredValue(knowsToday(view), false);
  const later = <div className={styles.later} />;
  const [isWide] = useState(() => window.matchMedia(WIDE).matches);
  const shared = { list: shown.list, actions, matches, onOpen: openSheet };
  const past = { list: shown.list, history: shown.historyLoading ? history : shown.history };
  const checkInList = <CheckInList {...shared} coming={shown.coming} onNewFriend={newFriend.open} />;
  return (
    <div className={`${styles.columns} stack top gap-5`} data-fading={isFading || undefined}>
      <div ref={area} className="stack top gap-5" data-board>
        <RestoredNote />
        <RefusalsOnBoard list={shown.list} focusAfter="here-now" />
        <HereNow
          {...shared}
          parents={shown.parents}
          asking={asking}
          onTheWay={shown.onTheWay}
          note={note}
          unseenArrivals={arrivals.filter((visitor) => !isOwn(visitor)).length}
          onShowNews={() => still.release()}
          search={
            <div className={styles.search}>
              {visitorsOf(list).length >= SEARCHED_FROM && <SearchField value={typed} onChange={setTyped} />}
            </div>
          }
        />
        {shown.followed && <WithOthers rows={shown.followed} focusAfter="here-now" />}
        {isWide ? (
          <Suspense fallback={later}>
            {isComplete ? (
              <>
                {!matches && <Today {...past} />}
                {checkInList}
              </>
            ) : (
              later
            )}
          </Suspense>
        ) : (
          checkInList
        )}
      </div>
      <div className={`${styles.aside} stack top gap-5`}>
        <CheckInButton onNewFriend={newFriend.open} />
        <Suspense fallback={later}>
          {isComplete ? (
            <>
              {isWide ? <UsualList {...past} actions={actions} /> : <Today {...past} />}
              <LastCheckIn history={history} />
              <MyChildren list={list} onAdd={onAddChild} />
              <UsefulOffers list={list} visits={history.length} />
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

/** After the first frame, as nothing has moved yet; the board works without it. */
function guardRows(): () => void {
  const board = new AbortController();
  const guard = async () => {
    const moved = await import('#client/ui/feedback/layout-shift-guard.ts').catch(() => undefined);
    if (board.signal.aborted) return;
    board.signal.addEventListener('abort', moved ? moved.guardMistaps() : whenOnline(() => void guard()));
  };
  void guard();
  return () => board.abort();
}

const CheckInSheet = lazyDialog(() => import('#client/features/here-now/check-in-sheet.tsx'), 'CheckInSheet');

/** The installed app's shortcuts: `?check-in` opens the sheet, `?check-out` shows who is here. */
const OPENED_BY = 'check-in';
const LEADS_OUT = 'check-out';

/** On a phone it stays above the tab bar. */
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

const Offers = lazyComponent(() => import('./offers.tsx'), 'Offers', noMessage);

/** Past visits after which the app has shown its use. */
const ENOUGH = 3;

/** Below everything else, so that no row moves and nothing is covered. */
function UsefulOffers({ list, visits }: { list: readonly ChildView[]; visits: number }) {
  const install = useInstall();
  const onInstall = visits < ENOUGH ? undefined : install;
  const shares = visitorsOf(list).some(isShared);
  return shares || onInstall ? <Offers shares={shares} onInstall={onInstall} /> : null;
}

function isShared({ openVisit }: VisitorView): boolean {
  return openVisit?.expected !== undefined || openVisit?.links !== undefined;
}

const NewFriendSheet = lazyDialog(
  () => import('#client/features/visitors/new-friend-sheet.tsx'),
  'NewFriendSheet',
);

/** Without a child the parent chooses in the sheet; the page renders `sheet`. */
function useNewFriend(list: readonly ChildView[]) {
  const [opened, setOpened] = useState<{ child: Id | undefined }>();
  const [added, setAdded] = useState<Id>();
  const close = () => {
    setOpened(undefined);
    keepFocus('here-now');
  };
  return {
    open: useCallback((child?: Id) => setOpened({ child }), []),
    added,
    sheet: opened && <NewFriendSheet list={list} child={opened.child} onAdded={setAdded} onClose={close} />,
  };
}

const Words = lazyComponent(
  () => import('#client/features/restored/restored-words.tsx'),
  'RestoredWords',
  noMessage,
);

/** After a restored backup lacked what this phone knew, until closed. */
function RestoredNote() {
  const restored = useViewPart((view) => view.restored);
  return restored ? <Words from={restored.from} /> : null;
}
