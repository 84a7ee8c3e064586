import { memo, useMemo, useState } from 'react';
import type { ChildView, HouseholdView, VisitorView } from '#client/data/port.ts';
import { Dot } from '#client/lib/dot.tsx';
import type { Elements } from '#client/lib/jsx.ts';
import { ByWhom, type Parents } from '#client/people/by-whom.tsx';
import { CompactList, CompactRow } from '#client/people/compact-row.tsx';
import { NoteMark } from '#client/people/marks.tsx';
import { shownTime } from '#client/people/visit-span.ts';
import { ClockSkewNotice, OfflineNotice } from '#client/session/offline-notice.tsx';
import { useHousehold, useViewPart, useVisitor } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { useIsRecent, useNow } from '#client/ui/hooks/use-now.ts';
import { House } from '#client/ui/house.tsx';
import { lazyComponent, lazyDialog, noMessage } from '#client/ui/lazy/lazy-component.tsx';
import { ShowMore, useShowMore } from '#client/ui/sections.tsx';
import type { Id } from '#domain/ids.ts';
import { UNDO_MINUTES } from '#domain/limits.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { countHere, presentVisitors, type VisitorOfChild } from './board-order.ts';
import { EmptyLine } from './check-in-list.tsx';
import styles from './here-now.module.css';
import { Host, RowState, RowTap, RowUndo, useOptimisticVisitor } from './row-parts.tsx';
import rows from './rows.module.css';

const HEADING = 'here-now';

interface Props {
  list: readonly ChildView[];
  parents: Parents;
  actions: VisitorActions;
  /** Undefined means all. */
  matches?: ((visitor: VisitorOfChild) => boolean) | undefined;
  /** Visits that need an answer. */
  asking: readonly Id[];
  /** Visitors on their way home. */
  onTheWay: readonly Id[];
  /** Must be stable. */
  onOpen(visitor: VisitorView): void;
  /** Below a row; gets the visitor as now and as listed. */
  note: RowNote;
}

interface HereNowProps extends Props {
  unseenArrivals: number;
  onShowNews(): void;
  search: Elements;
}

export function HereNow({ unseenArrivals: news, onShowNews, search, ...props }: HereNowProps) {
  const { texts } = useTranslation();
  const { list, asking, onTheWay } = props;
  const present = useMemo(() => presentVisitors(list, asking, onTheWay), [list, asking, onTheWay]);
  const isEmpty = present.length === 0;
  return (
    <section aria-labelledby={HEADING} className={styles.board}>
      {/* Hidden: sighted users have the count. */}
      <h2 id={HEADING} tabIndex={-1} className="visually-hidden">
        {texts.hereNow.heading}
      </h2>
      <Count isEmpty={isEmpty} news={news > 0 && <News count={news} onShow={onShowNews} />}>
        <EverybodyHome />
        {search}
      </Count>
      <OfflineNotice />
      <ClockSkewNotice />
      <Rows present={present} {...props} />
    </section>
  );
}

function listPresent({ children }: HouseholdView): VisitorView[] {
  return presentVisitors(children).map(({ visitor }) => visitor);
}

interface CountProps {
  /** The list below, which waits until nobody touches it; the count updates at once. */
  isEmpty: boolean;
  news: Elements;
  children: Elements;
}

function Count({ isEmpty, news, children }: CountProps) {
  const { t, texts } = useTranslation();
  const count = useViewPart((view) => countHere(view.children)) ?? 0;
  return (
    <div className={`${styles.top} line gap-3`} data-empty={isEmpty || undefined}>
      <House lit={count} className={styles.house} />
      <div className={`${styles.words} row between`}>
        <div>
          <div className={styles.state}>
            <p role="status" className={styles.count}>
              {t(($) => $.people.hereCount, { count })}
            </p>
            {news}
          </div>
          {isEmpty && (
            <EmptyLine className="muted small" lacks={listPresent}>
              {texts.hereNow.nobodyHint}
            </EmptyLine>
          )}
        </div>
        {children}
      </div>
    </div>
  );
}

interface RowsProps extends Props {
  present: readonly VisitorOfChild[];
}

const Rows = memo(function Rows({ present, asking, onTheWay, matches, ...row }: RowsProps) {
  const { texts } = useTranslation();
  const found = matches ? present.filter(matches) : present;
  const { shown, isAll, showMore } = useShowMore(found, 24);
  return (
    <>
      {found.length > 0 && (
        <CompactList>
          {shown.map(({ child, visitor }) => (
            <HereRow
              key={visitor.ref.visitor}
              {...row}
              child={child}
              visitor={visitor}
              isOnTheWay={onTheWay.includes(visitor.ref.visitor)}
            />
          ))}
        </CompactList>
      )}
      {!isAll && <ShowMore label={texts.people.showMore} onClick={showMore} />}
    </>
  );
});

type RowNote = (visitor: VisitorView, shown: VisitorView) => Elements;

interface RowProps extends VisitorOfChild {
  isOnTheWay: boolean;
  parents: Parents;
  actions: VisitorActions;
  onOpen(visitor: VisitorView): void;
  note: RowNote;
}

const HereRow = memo(function HereRow({ visitor: shown, isOnTheWay, onOpen, note, ...props }: RowProps) {
  const { child, parents, actions } = props;
  const visitor = useVisitor(shown);
  const acted = useOptimisticVisitor(visitor, shown);
  const tap = { visitor: acted, listed: 'in', actions } as const;
  const hasUndo = useIsRecent(acted.undo && acted.timestamp, UNDO_MINUTES * MINUTE_MS);
  const listed = isOnTheWay ? 'out' : 'in';
  const isGone = visitor.status !== listed && (isOnTheWay || !visitor.tripVisit);
  return (
    <CompactRow
      id={visitor.ref.visitor}
      name={shown.name}
      mark={<NoteMark visitor={visitor} />}
      isCrowded={hasUndo && acted.status === 'in'}
      gone={isGone ? visitor.status : undefined}
      onOpen={() => onOpen(visitor)}
      action={
        !isOnTheWay && (
          <>
            <RowUndo {...tap} />
            <RowTap {...tap} visit={shown.openVisit?.visit} isDone={acted.status !== visitor.status} />
          </>
        )
      }
      note={note(visitor, shown)}
    >
      <RowState visitor={visitor} listed={listed}>
        {isOnTheWay ? (
          <TripLine visitor={visitor} shown={shown} />
        ) : (
          <>
            <Host name={child.name} />
            {visitor.timestamp && <Since at={visitor.timestamp} />}
            {parents && shown.openVisit?.arrived && (
              <span className={rows.by}>
                <span className={rows.dot}>
                  <Dot />
                </span>
                <ByWhom parents={parents} uids={[shown.openVisit.arrived.by]} />
              </span>
            )}
          </>
        )}
      </RowState>
    </CompactRow>
  );
});

const TripLine = lazyComponent(() => import('#client/people/trip-words.tsx'), 'TripLine', noMessage);

/** " · 42 min", after "since 15:42" where both fit. */
function Since({ at }: { at: string }) {
  const { t, format } = useTranslation();
  const ms = shownTime({ from: Date.parse(at), to: useNow() });
  return (
    <>
      <Dot />
      <span className={rows.at}>
        <span>{t(($) => $.hereNow.since, { time: format.sinceTime(at) })}</span>
        <Dot />
      </span>
      <span className={rows.duration}>{format.soFar(ms)}</span>
    </>
  );
}

/** "1 ny": a press shows who came while the list was frozen; it moves nothing. */
function News({ count, onShow }: { count: number; onShow: () => void }) {
  const { t, texts } = useTranslation();
  return (
    <button type="button" data-row="" className={`${styles.news} strong bare`} onClick={onShow}>
      <span>{t(($) => $.hereNow.news, { count })}</span>
      <span className="visually-hidden">{` – ${texts.hereNow.showNews}`}</span>
    </button>
  );
}

const EverybodyHomeDialog = lazyDialog(() => import('./everybody-home-dialog.tsx'), 'EverybodyHomeDialog');

/** For one visitor the row's button is as quick. */
const FEWEST = 2;

/** At a line's end, so that nothing moves as it comes and goes. */
function EverybodyHome() {
  const { texts } = useTranslation();
  const household = useHousehold();
  const isOffered = useViewPart(({ children }) => countHere(children) >= FEWEST);
  const [asked, setAsked] = useState<readonly Id[]>();
  const ask = () =>
    setAsked(presentVisitors(household.view().children).map(({ visitor }) => visitor.ref.visitor));
  const close = () => {
    setAsked(undefined);
    keepFocus('here-now');
  };
  return (
    <>
      {isOffered && (
        <Button
          variant="quiet"
          className={styles.home}
          aria-haspopup="dialog"
          data-row=""
          label={texts.hereNow.allHome}
          onClick={ask}
        />
      )}
      {asked && <EverybodyHomeDialog asked={asked} onClose={close} />}
    </>
  );
}
