import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { type ComponentProps, useState } from 'react';
import type { ChildView, HouseholdView, VisitView } from '#client/data/port.ts';
import { type HistoryFilter, useHistoryFilter } from '#client/features/history/filter.ts';
import { Filters } from '#client/features/history/filters.tsx';
import { rowId, VisitCount, VisitList } from '#client/features/history/visit-list.tsx';
import { ClockSkewNotice, OfflineNotice } from '#client/session/offline-notice.tsx';
import { useDeferredView } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { lazyComponent, lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { Link } from '#client/ui/link.tsx';
import { dayOf, startOfWeek } from '#client/ui/local-day.ts';
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

const DayPicture = lazyComponent(() => import('#client/features/pictures/day-picture.tsx'), 'DayPicture');

const WeekPicture = lazyComponent(() => import('#client/features/pictures/week-picture.tsx'), 'WeekPicture');

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
  const { filter, isFiltered, change, shown, visits, last, key } = useHistoryFilter(view, today, now);
  if (view.history.length === 0 && !view.historyLoading)
    return (
      <>
        <NoVisitsYet />
        {hasRemoved(view.children) && <RemovedVisits list={view.children} />}
      </>
    );
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
        <Picture list={view.children} visits={visits} filter={shown} today={today} now={now} />
      )}
      <Visits key={key} parents={view.parents} {...{ visits, today, last }} />
      {hasRemoved(view.children) && <RemovedVisits list={view.children} />}
      <RetentionNote days={retentionDays(view.profile)} />
    </>
  );
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

interface PictureProps extends Pick<ListProps, 'visits' | 'today'> {
  list: readonly ChildView[];
  filter: HistoryFilter;
  now: number;
}

function Picture({ list, visits, filter, today, now }: PictureProps) {
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
