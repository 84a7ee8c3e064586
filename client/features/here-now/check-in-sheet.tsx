import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import { memo, Suspense, useDeferredValue, useState } from 'react';
import type { ChildView, RefusedCommand } from '#client/data/port.ts';
import { toneOf } from '#client/people/child-tones.ts';
import { CompactList } from '#client/people/compact-row.tsx';
import { refusalReason } from '#client/session/refusal-reason.ts';
import { useDeferredView, useViewPart } from '#client/session/use-household.ts';
import { useVisitorActions, type VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ShowMore } from '#client/ui/buttons/show-more.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ToastContext } from '#client/ui/feedback/toast.tsx';
import { useToastsAfterwards } from '#client/ui/feedback/use-toasts-afterwards.ts';
import { useShowMore } from '#client/ui/hooks/use-show-more.ts';
import { useStill } from '#client/ui/hooks/use-still.ts';
import { ArrivalRow } from './arrival-row.tsx';
import styles from './check-in-sheet.module.css';
import { matcherOf, presentVisitors, usualVisitors } from './presence.ts';
import { PresentRow } from './present-row.tsx';
import { VisitorSearch } from './visitor-search.tsx';

/** The number of rows shown at first: a tap must show at once, also with hundreds of friends. */
const PORTION = 20;

interface Props {
  /** Opens the sheet of a friend who is not in the list yet; this one closes. */
  onNewFriend(): void;
  onClose(): void;
}

/** The visitors of all children, the latest first: each tap checks one in, and the sheet stays open for the next. */
export function CheckInSheet({ onNewFriend, onClose }: Props) {
  const { t } = useTranslation();
  const { latest, keep, isLatest } = useToastsAfterwards();
  const refused = useViewPart((view) => view.refused.findLast(({ op }) => isLatest(op)));
  const footer = (
    <>
      <Button variant="secondary" icon={<UserRoundPlus size={20} aria-hidden="true" />} onClick={onNewFriend}>
        {t(($) => $.people.newFriend)}
      </Button>
      <Button onClick={onClose}>{t(($) => $.hereNow.done)}</Button>
    </>
  );
  // A row shows its own success; other outcomes must be seen.
  const outcome = latest && (
    <p className={latest.onUndo ? 'visually-hidden' : styles.notice}>{latest.text}</p>
  );
  const status = refused ? (
    <Suspense>
      <Refused refused={refused} />
    </Suspense>
  ) : (
    outcome
  );
  return (
    <ToastContext value={keep}>
      <Dialog
        open
        title={t(($) => $.common.checkIn)}
        startAt="title"
        status={status}
        footer={footer}
        onClose={onClose}
      >
        <Contents />
      </Dialog>
    </ToastContext>
  );
}

/** In place of the success that the row showed. Another tap on the row tries again. */
function Refused({ refused }: { refused: RefusedCommand }) {
  const { t } = useTranslation(['rare']);
  const name = refused.people?.person;
  return (
    <p className={styles.notice}>
      {name && `${name}: `}
      {t(($) => $.common.error)}. {refusalReason(t, refused)}
    </p>
  );
}

function Contents() {
  const actions = useVisitorActions();
  const { children: list } = useDeferredView();
  const { shown, area, isFading } = useStill(list);
  const [typed, setTyped] = useState('');
  return (
    <div ref={area} className={styles.contents} data-fading={isFading || undefined}>
      <VisitorSearch list={list} typed={typed} onType={setTyped} />
      <Lists list={shown} typed={useDeferredValue(typed)} actions={actions} />
    </div>
  );
}

interface ListsProps {
  list: readonly ChildView[];
  typed: string;
  actions: VisitorActions;
}

const Lists = memo(function Lists({ list, typed, actions }: ListsProps) {
  const { t } = useTranslation();
  const matches = matcherOf(typed) ?? (() => true);
  const away = usualVisitors(list).filter(matches);
  const here = presentVisitors(list).filter(matches);
  const { shown, isAll, showMore } = useShowMore(away, PORTION);
  if (away.length + here.length === 0)
    return (
      <p className={styles.nobody}>
        {typed ? t(($) => $.people.nobodyFound, { typed }) : t(($) => $.hereNow.nobodyYet)}
      </p>
    );
  return (
    <>
      {away.length > 0 && (
        <CompactList label={t(($) => $.hereNow.usual)}>
          {shown.map(({ child, visitor }) => (
            <ArrivalRow
              key={visitor.ref.visitor}
              visitor={visitor}
              tone={toneOf(list, child.id)}
              actions={actions}
              host={child.name}
            />
          ))}
        </CompactList>
      )}
      {!isAll && <ShowMore onClick={showMore}>{t(($) => $.people.showMore)}</ShowMore>}
      {here.length > 0 && (
        <section aria-labelledby="already-here" className={styles.here}>
          <h3 id="already-here" tabIndex={-1}>
            {t(($) => $.people.alreadyHere)}
          </h3>
          <CompactList>
            {here.map(({ child, visitor }) => (
              <PresentRow
                key={visitor.ref.visitor}
                child={child}
                visitor={visitor}
                tone={toneOf(list, child.id)}
              />
            ))}
          </CompactList>
        </section>
      )}
    </>
  );
});
