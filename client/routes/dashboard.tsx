import Plus from 'lucide-react/icons/plus';
import UsersRound from 'lucide-react/icons/users-round';
import { useCallback, useDeferredValue, useState } from 'react';
import type { HouseholdView, VisitorView } from '#client/data/port.ts';
import { MyChildren } from '#client/features/children/my-children.tsx';
import { CheckInList } from '#client/features/here-now/check-in-list.tsx';
import { HereNow } from '#client/features/here-now/here-now.tsx';
import { LastCheckIn } from '#client/features/here-now/last-check-in.tsx';
import { Today } from '#client/features/pictures/today.tsx';
import { GoneQuestion } from '#client/features/visit/gone-question.tsx';
import { VisitSheet } from '#client/features/visit/lazy-visit-sheet.ts';
import { useDeferredView } from '#client/session/use-household.ts';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { lazyComponent } from '#client/ui/lazy-component.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import type { Id } from '#domain/ids.ts';
import { FirstRun, useBeginFirstRun } from './first-run.tsx';
import { LoadFailed } from './load-failed.tsx';
import styles from './signed-in.module.css';
import { useNewFriend } from './use-new-friend.tsx';

const ChildDialog = lazyComponent(() =>
  import('#client/features/children/child-dialog.tsx').then(({ ChildDialog: Dialog }) => Dialog),
);

export function Dashboard() {
  const { t } = useTranslation();
  const view = useDeferredView();
  const toast = useToast();
  const [isAdding, setAdding] = useState(false);
  const add = useCallback(() => setAdding(true), []);
  const close = () => setAdding(false);
  return (
    <div className={styles.page}>
      <PageTitle>{t(($) => $.hereNow.title)}</PageTitle>
      <Contents view={view} onAddChild={add} />
      {view.state === 'loaded' && <FirstRun list={view.children} />}
      {isAdding && (
        <ChildDialog
          onClose={close}
          onSaved={() => {
            close();
            keepFocus('here-now');
            toast({ text: t(($) => $.common.success) });
          }}
        />
      )}
    </div>
  );
}

function Contents({ view, onAddChild }: { view: HouseholdView; onAddChild: () => void }) {
  // Deferred: rendering the first board is slow, and a slow phone responds to touches meanwhile.
  const state = useDeferredValue(view.state);
  if (state === 'loading') return <Skeleton rows={5} />;
  if (state === 'failed') return <LoadFailed />;
  if (view.children.length === 0) return <NoChildren />;
  return <Board view={view} onAddChild={onAddChild} />;
}

function Board({ view, onAddChild }: { view: HouseholdView; onAddChild: () => void }) {
  const actions = useVisitorActions();
  const { children: list, history: past } = view;
  const newFriend = useNewFriend(list, 'here-now');
  const [leaving, setLeaving] = useState<Id>();
  const question = useCallback(
    (visitor: VisitorView) => (
      <GoneQuestion visitor={visitor} onChooseTime={() => setLeaving(visitor.openVisit?.visit)} />
    ),
    [],
  );
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <HereNow list={list} actions={actions} question={question} />
        <CheckInList list={list} actions={actions} onNewFriend={newFriend.open} />
      </div>
      <div className={styles.column}>
        <Today list={list} history={past} />
        <LastCheckIn history={past} />
        <MyChildren list={list} onAdd={onAddChild} />
      </div>
      {newFriend.sheet}
      {leaving && (
        <VisitSheet
          visit={leaving}
          correct="left"
          focusAfter="here-now"
          onClose={() => setLeaving(undefined)}
        />
      )}
    </div>
  );
}

function NoChildren() {
  const { t } = useTranslation();
  const begin = useBeginFirstRun();
  return (
    <section aria-labelledby="my-children" className={styles.column}>
      <h2 id="my-children">{t(($) => $.people.myChildren)}</h2>
      <EmptyState
        icon={<UsersRound size={32} />}
        heading="h3"
        title={t(($) => $.people.noChildren.title)}
        text={t(($) => $.people.noChildren.text)}
        action={
          <Button icon={<Plus size={20} aria-hidden="true" />} onClick={begin}>
            {t(($) => $.people.addChild)}
          </Button>
        }
      />
    </section>
  );
}
