import { useDeferredValue, useMemo, useState } from 'react';
import type { ChildView, HouseholdView, VisitView } from '#client/data/port.ts';
import {
  daysOf,
  filterVisits,
  type HistoryFilter,
  readFilter,
  withoutUnknown,
  writeFilter,
} from '#client/features/history/filter.ts';
import { Filters } from '#client/features/history/filters.tsx';
import { RetentionNote, VisitCount, VisitList } from '#client/features/history/visit-list.tsx';
import { rowId } from '#client/features/history/visit-row.tsx';
import { AddVisitButton } from '#client/features/visit/add-visit-button.tsx';
import { VisitSheet } from '#client/features/visit/lazy-visit-sheet.ts';
import { ClockOff, NoContact } from '#client/session/no-contact.tsx';
import { useDeferredView } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Card } from '#client/ui/card.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { useSearchParams } from '#client/ui/hooks/use-search-params.ts';
import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';
import { type Day, dayOf, startOfWeek } from '#client/ui/local-day.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { retentionDays } from '#domain/visits/retention.ts';
import { LoadFailed } from './load-failed.tsx';
import styles from './signed-in.module.css';
import { VisitAddition } from './visit-addition.tsx';

const NoVisitsYet = lazyComponent(() => import('#client/features/history/empty-history.tsx'), 'NoVisitsYet');
const NoMatchingVisits = lazyComponent(
  () => import('#client/features/history/empty-history.tsx'),
  'NoMatchingVisits',
);
const RemovedVisits = lazyComponent(
  () => import('#client/features/visit/removed-visits.tsx'),
  'RemovedVisits',
);

const DayPicture = lazyComponent(() => import('#client/features/pictures/day-picture.tsx'), 'DayPicture');

const WeekPicture = lazyComponent(() => import('#client/features/pictures/week-picture.tsx'), 'WeekPicture');

export function History() {
  const { texts } = useTranslation();
  const view = useDeferredView();
  return (
    <div className={`${styles.page} page stack gap-5`}>
      <div className={`${styles.titleRow} row between`}>
        <PageTitle>{texts.history.title}</PageTitle>
        {view.state === 'loaded' && <AddVisitButton list={view.children} />}
      </div>
      <NoContact />
      <ClockOff />
      {view.state === 'loading' && <Skeleton rows={5} />}
      {view.state === 'failed' && <LoadFailed />}
      {view.state === 'loaded' && <Loaded view={view} />}
    </div>
  );
}

function Loaded({ view }: { view: HouseholdView }) {
  const [query, setQuery] = useSearchParams();
  const now = useNow();
  const today = dayOf(now);
  const filter = useMemo(() => withoutUnknown(readFilter(query), view.children), [query, view.children]);
  // The filter updates at once, its list when it is rendered.
  const deferredFilter = useDeferredValue(filter);
  const visits = useMemo(
    () => filterVisits(view.history, deferredFilter, today, now),
    [view.history, deferredFilter, today, now],
  );
  const change = (wanted: HistoryFilter) => setQuery(writeFilter(wanted));
  if (view.history.length === 0 && !view.historyLoading)
    return (
      <>
        <NoVisitsYet />
        {hasRemoved(view.children) && <RemovedVisits list={view.children} />}
      </>
    );
  const isFiltered = writeFilter(filter).size > 0;
  const showAll = () => change({});
  return (
    <>
      <div className="stack gap-2">
        <Filters list={view.children} filter={filter} today={today} onChange={change} />
        <VisitCount
          count={visits.length}
          isLoading={view.historyLoading}
          onShowAll={isFiltered ? showAll : undefined}
        />
      </div>
      {visits.length === 0 && !view.historyLoading && <NoMatchingVisits onShowAll={showAll} />}
      {visits.length > 0 && (
        <Picture list={view.children} visits={visits} filter={deferredFilter} today={today} now={now} />
      )}
      <Visits
        key={writeFilter(deferredFilter).toString()}
        list={view.children}
        visits={visits}
        parents={view.parents}
        today={today}
        last={daysOf(deferredFilter, today)?.last}
      />
      {hasRemoved(view.children) && <RemovedVisits list={view.children} />}
      <RetentionNote days={retentionDays(view.profile)} />
    </>
  );
}

function hasRemoved(list: readonly ChildView[]): boolean {
  return list.some(({ removedVisits = [] }) => removedVisits.length > 0);
}

interface ListProps {
  list: readonly ChildView[];
  visits: readonly VisitView[];
  today: Day;
}

/** The picture of the filtered day, or of this week. */
function Picture({ list, visits, filter, today, now }: ListProps & { filter: HistoryFilter; now: number }) {
  const { day, week } = filter;
  if (!day && !week) return null;
  return (
    <Card>
      {day ? (
        <DayPicture list={list} history={visits} day={day} now={now} empty="" />
      ) : (
        <WeekPicture list={list} history={visits} monday={startOfWeek(today)} now={now} />
      )}
    </Card>
  );
}

/** The visits and the sheet of the chosen one. Remounted at the top for a new filter. */
function Visits({ last, ...props }: ListProps & Pick<HouseholdView, 'parents'> & { last: Day | undefined }) {
  const [opened, setOpened] = useState<VisitView>();
  return (
    <>
      <VisitList {...props} last={last} onOpen={setOpened} />
      {opened && (
        <VisitSheet
          visit={opened.visit}
          addition={VisitAddition}
          focusAfter={rowId(opened)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
