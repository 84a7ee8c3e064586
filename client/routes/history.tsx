import { useDeferredValue, useMemo, useState } from 'react';
import type { HouseholdView, VisitView } from '#client/data/port.ts';
import { NoMatchingVisits, NoVisitsYet } from '#client/features/history/empty-history.tsx';
import {
  daysOf,
  filterVisits,
  type HistoryFilter,
  readFilter,
  withoutUnknownChild,
  writeFilter,
} from '#client/features/history/filter.ts';
import { Filters } from '#client/features/history/filters.tsx';
import { RetentionNote } from '#client/features/history/retention-note.tsx';
import { correctButtonId } from '#client/features/history/visit-card.tsx';
import { VisitCount } from '#client/features/history/visit-count.tsx';
import { VisitList } from '#client/features/history/visit-list.tsx';
import { AddVisitButton } from '#client/features/visit/add-visit-button.tsx';
import { VisitSheet } from '#client/features/visit/lazy-visit-sheet.ts';
import { RemovedVisits } from '#client/features/visit/removed-visits.tsx';
import { useView } from '#client/session/use-household.ts';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { useSearchParams } from '#client/ui/hooks/use-search-params.ts';
import { dayOf } from '#client/ui/local-day.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { retentionDays } from '#domain/visits/retention.ts';
import { LoadFailed } from './load-failed.tsx';
import styles from './signed-in.module.css';

export function History() {
  const { t } = useTranslation();
  const view = useView();
  return (
    <div className={styles.page}>
      <div className={styles.titleRow}>
        <PageTitle>{t(($) => $.history.title)}</PageTitle>
        {view.state === 'loaded' && <AddVisitButton list={view.children} />}
      </div>
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
  const filter = useMemo(() => withoutUnknownChild(readFilter(query), view.children), [query, view.children]);
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
        <RemovedVisits list={view.children} />
      </>
    );
  return (
    <>
      <Filters list={view.children} filter={filter} today={today} onChange={change} />
      <VisitCount count={visits.length} isLoading={view.historyLoading} />
      {visits.length === 0 && !view.historyLoading && <NoMatchingVisits onShowAll={() => change({})} />}
      <Visits
        key={writeFilter(deferredFilter).toString()}
        visits={visits}
        last={daysOf(deferredFilter, today)?.last}
      />
      <RemovedVisits list={view.children} />
      <RetentionNote days={retentionDays(view.profile)} />
    </>
  );
}

/** The visit cards and the sheet of the chosen one. Remounted at the top for a new filter. */
function Visits({ visits, last }: { visits: readonly VisitView[]; last: string | undefined }) {
  const actions = useVisitorActions();
  const [correcting, setCorrecting] = useState<VisitView>();
  return (
    <>
      <VisitList visits={visits} last={last} onCorrect={setCorrecting} onUndo={actions.undo} />
      {correcting && (
        <VisitSheet
          visit={correcting.visit}
          correct="left"
          focusAfter={correctButtonId(correcting)}
          onClose={() => setCorrecting(undefined)}
        />
      )}
    </>
  );
}
