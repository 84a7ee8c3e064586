import { type ComponentProps, useCallback, useDeferredValue, useState } from 'react';
import { useLocation } from 'react-router';
import type { ChildView } from '#client/data/port.ts';
import { parseReturnTo } from '#client/session/return-to.ts';
import { useDeferredView } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { lazyComponent, lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { PageTitle } from '#client/ui/sections.tsx';
import { Board } from './dashboard/board.tsx';
import styles from './dashboard/dashboard.module.css';
import { LoadFailed } from './load-failed.tsx';
import pages from './signed-in.module.css';

const NoChildren = lazyComponent(() => import('./dashboard/no-children.tsx'), 'NoChildren');
const Steps = lazyComponent(() => import('./dashboard/first-run-steps.tsx'), 'Steps');
const PersonDialog = lazyDialog(() => import('#client/people/person-dialog.tsx'), 'PersonDialog');

export function Dashboard() {
  const { texts } = useTranslation();
  const view = useDeferredView();
  const [isAdding, setAdding] = useState(false);
  const add = useCallback(() => setAdding(true), []);
  return (
    <div className={`${pages.page} ${styles.page} page stack gap-5`}>
      {/* For screen readers; sighted users see the count. */}
      <PageTitle className="visually-hidden">{texts.common.nav.dashboard}</PageTitle>
      <Contents view={view} onAddChild={add} />
      {view.state === 'loaded' && <FirstRun list={view.children} />}
      {/* Outside the board: typed input survives another phone removing the last child. */}
      {isAdding && (
        <PersonDialog
          kind="child"
          purpose="add"
          onAdded={() => keepFocus('here-now')}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}

function Contents({ view, ...board }: ComponentProps<typeof Board>) {
  // Deferred: the first board renders slowly, and touches must get through.
  const state = useDeferredValue(view.state);
  if (state === 'loading') return <Skeleton rows={5} />;
  if (state === 'failed') return <LoadFailed />;
  if (view.children.length === 0) return <NoChildren view={view} />;
  return <Board view={view} {...board} />;
}

/** In the history entry, so that Back leads to the step before. */
function FirstRun({ list }: { list: readonly ChildView[] }) {
  const { state } = useLocation();
  const { firstRun } = parseReturnTo(state);
  return firstRun && <Steps list={list} step={firstRun} />;
}
