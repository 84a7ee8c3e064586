import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { type ComponentProps, Suspense, useCallback, useState } from 'react';
import type { ChildView, HouseholdView, VisitView } from '#client/data/port.ts';
import { toHistory, useHistoryFilter } from '#client/features/history/filter.ts';
import { Filters } from '#client/features/history/filters.tsx';
import { Month } from '#client/features/history/month.tsx';
import { OftenHere } from '#client/features/history/often-here.tsx';
import { PrintedVisits } from '#client/features/history/printed-visits.tsx';
import { rowId, VisitCount, VisitList } from '#client/features/history/visit-list.tsx';
import { ClockSkewNotice, OfflineNotice } from '#client/session/offline-notice.tsx';
import { useDeferredView } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { lazyComponent, lazyDialog, suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import { Link } from '#client/ui/link.tsx';
import { type Day, dayOf } from '#client/ui/local-day.ts';
import { Card, PageTitle } from '#client/ui/sections.tsx';
import { type RetentionDays, retentionDays } from '#domain/visits/retention.ts';
import { LoadFailed } from './load-failed.tsx';
import styles from './signed-in.module.css';
import { VisitSheet } from './visit-sheet.tsx';

const NoVisitsYet = lazyComponent(() => import('#client/features/history/empty-history.tsx'), 'NoVisitsYet');
const NoMatchingVisits = lazyComponent(
  () => import('#client/features/history/empty-history.tsx'),
  'NoMatchingVisits',
);
const RemovedVisits = lazyComponent(
  () => import('#client/features/visit/removed-visits.tsx'),
  'RemovedVisits',
);

const DayPicture = suspendingComponent(
  () => import('#client/features/pictures/day-picture.tsx'),
  'DayPicture',
);

export function History() {
  const { texts } = useTranslation();
  const view = useDeferredView();
  return (
    <div className={`${styles.page} page stack gap-5`}>
      <div className={`${styles.titleRow} row between`}>
        <PageTitle>{texts.common.nav.history}</PageTitle>
        {view.state === 'loaded' && <AddVisitButton list={view.children} />}
      </div>
      <OfflineNotice />
      <ClockSkewNotice />
      {view.state === 'loading' && <Skeleton rows={5} />}
      {view.state === 'failed' && <LoadFailed />}
      {view.state === 'loaded' && <Loaded view={view} />}
    </div>
  );
}

function Loaded({ view }: { view: HouseholdView }) {
  const now = useNow();
  const today = dayOf(now);
  const filtered = useHistoryFilter(view, today, now);
  const { filter, isFiltered, change, shown, ofWhom, visits, month, last, key, period, title } = filtered;
  const { child, person, day } = filter;
  const toDay = useCallback((chosen: Day) => toHistory({ child, person, day: chosen }), [child, person]);
  const [opened] = useState(day);
  if (view.history.length === 0 && !view.historyLoading)
    return (
      <>
        <NoVisitsYet />
        {hasRemoved(view.children) && <RemovedVisits list={view.children} />}
      </>
    );
  const showAll = () => change({});
  const shared = { visits: ofWhom, month, now };
  return (
    <>
      <div className="stack gap-3">
        <Filters list={view.children} {...{ filter, today, period }} onChange={change} />
        <div className={`${styles.beside} stack gap-4`}>
          <Month
            {...shared}
            list={view.children}
            today={today}
            chosen={day}
            toDay={toDay}
            onMonth={(wanted) => change({ child, person, month: wanted })}
          />
          <div className="sized stack top gap-4">
            {shown.day && visits.length > 0 && (
              <Suspense>
                <Card>
                  <DayPicture list={view.children} history={visits} day={shown.day} now={now} empty="" />
                  {shown.day !== opened && <span key={shown.day} ref={showPicture} />}
                </Card>
              </Suspense>
            )}
            <div className={day && styles.wideOnly}>
              <OftenHere {...shared} toFriend={(ref) => toHistory({ person: ref.visitor, month })} />
            </div>
          </div>
        </div>
      </div>
      {visits.length === 0 && !view.historyLoading && <NoMatchingVisits onShowAll={showAll} />}
      <div className="stack gap-2">
        <VisitCount
          period={period}
          count={visits.length}
          isLoading={view.historyLoading}
          onShowAll={isFiltered ? showAll : undefined}
        />
        <Visits key={key} parents={view.parents} {...{ visits, today, last }} />
      </div>
      {hasRemoved(view.children) && <RemovedVisits list={view.children} />}
      <RetentionNote days={retentionDays(view.profile)} />
      <PrintedVisits isLoading={view.historyLoading} {...{ visits, title }} />
    </>
  );
}

/** On a small screen the picture of a pressed day is below the month. */
function showPicture(mark: HTMLElement | null): void {
  mark?.parentElement?.scrollIntoView({ block: 'nearest' });
}

function RetentionNote({ days }: { days: RetentionDays }) {
  const { t, texts } = useTranslation();
  return (
    <p className="muted">
      <span>{`${t(($) => $.historyPage.kept[`days_${days ?? 'forever'}`])} `}</span>
      <Link to="/profile/data" className="target">
        {texts.historyPage.kept.change}
      </Link>
    </p>
  );
}

function hasRemoved(list: readonly ChildView[]): boolean {
  return list.some(({ removedVisits = [] }) => removedVisits.length > 0);
}

type ListProps = Omit<ComponentProps<typeof VisitList>, 'onOpen'>;

/** Remounted at the top for a new filter. */
function Visits(props: ListProps) {
  const [opened, setOpened] = useState<VisitView>();
  return (
    <>
      <VisitList {...props} onOpen={setOpened} />
      {opened && (
        <VisitSheet visit={opened.visit} focusAfter={rowId(opened)} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

const AddVisitSheet = lazyDialog(() => import('#client/features/visit/add-visit-sheet.tsx'), 'AddVisitSheet');

/** Nothing for a family without visitors. */
function AddVisitButton({ list }: { list: readonly ChildView[] }) {
  const { texts } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (list.every(({ friends, guests }) => friends.length + guests.length === 0)) return null;
  return (
    <>
      <Button
        variant="secondary"
        icon={CalendarPlus}
        label={texts.history.add}
        onClick={() => setOpen(true)}
      />
      {isOpen && <AddVisitSheet list={list} onClose={() => setOpen(false)} />}
    </>
  );
}
