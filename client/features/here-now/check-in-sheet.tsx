import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import { memo, Suspense, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { ChildView, RefusedCommand } from '#client/data/port.ts';
import { type Tone, toneOf } from '#client/people/child-tones.ts';
import { CompactList, CompactRow } from '#client/people/compact-row.tsx';
import { refusalReason } from '#client/session/refusal-reason.ts';
import { useDeferredView, useViewPart, useVisitor } from '#client/session/use-household.ts';
import { useVisitorActions, type VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ShowMore, useShowMore } from '#client/ui/buttons/show-more.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ToastContext, useToast } from '#client/ui/feedback/toast.tsx';
import type { ToastContent } from '#client/ui/feedback/toast-content.ts';
import { useStill } from '#client/ui/hooks/use-still.ts';
import { ArrivalRow } from './arrival-row.tsx';
import styles from './check-in-sheet.module.css';
import { matcherOf, presentVisitors, usualVisitors, type VisitorOfChild } from './presence.ts';
import { Host, RowState, Time } from './row-parts.tsx';
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
  const { texts } = useTranslation();
  const { latest, keep, isLatest } = useToastsAfterwards();
  const refused = useViewPart((view) => view.refused.findLast(({ op }) => isLatest(op)));
  const footer = (
    <>
      <Button variant="secondary" icon={UserRoundPlus} label={texts.people.newFriend} onClick={onNewFriend} />
      <Button label={texts.hereNow.done} onClick={onClose} />
    </>
  );
  // A row shows its own success; other outcomes must be seen.
  const outcome = latest && (
    <p className={latest.onUndo ? 'visually-hidden' : `${styles.notice} box small wrap notice`}>
      {latest.text}
    </p>
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
      <Dialog title={texts.common.checkIn} startAt="title" status={status} footer={footer} onClose={onClose}>
        <Contents />
      </Dialog>
    </ToastContext>
  );
}

/** In place of the success that the row showed. Another tap on the row tries again. */
function Refused({ refused }: { refused: RefusedCommand }) {
  const { t, texts } = useTranslation(['rare']);
  const name = refused.people?.person;
  return (
    <p className={`${styles.notice} box small wrap notice`}>
      {name && `${name}: `}
      {texts.common.error}. {refusalReason(t, refused)}
    </p>
  );
}

function Contents() {
  const actions = useVisitorActions();
  const { children: list } = useDeferredView();
  const { shown, area, isFading } = useStill(list);
  const [typed, setTyped] = useState('');
  return (
    <div ref={area} className={`${styles.contents} stack gap-3`} data-fading={isFading || undefined}>
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
  const { t, texts } = useTranslation();
  const matches = matcherOf(typed) ?? (() => true);
  const away = usualVisitors(list).filter(matches);
  const here = presentVisitors(list).filter(matches);
  const { shown, isAll, showMore } = useShowMore(away, PORTION);
  if (away.length + here.length === 0)
    return (
      <p className={`${styles.nobody} muted`}>
        {typed ? t(($) => $.people.nobodyFound, { typed }) : texts.hereNow.nobodyYet}
      </p>
    );
  return (
    <>
      {away.length > 0 && (
        <CompactList label={texts.hereNow.usual}>
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
      {!isAll && <ShowMore label={texts.people.showMore} onClick={showMore} />}
      {here.length > 0 && (
        <section aria-labelledby="already-here" className={`${styles.here} stack gap-2`}>
          <h3 id="already-here" tabIndex={-1}>
            {texts.people.alreadyHere}
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

/** A visitor who is here already and can't be checked in: since when, and with whom. */
function PresentRow({ child, visitor: shown, tone }: VisitorOfChild & { tone: Tone }) {
  const { t, format } = useTranslation();
  const visitor = useVisitor(shown);
  const { name, timestamp, status } = visitor;
  const time = timestamp && format.sinceTime(timestamp);
  return (
    <CompactRow name={name} tone={tone} gone={status === 'out' ? 'out' : undefined}>
      <RowState visitor={visitor} listed="in">
        <Host name={child.name} />
        {time && (
          <>
            {' · '}
            <Time words={t(($) => $.hereNow.since, { time })} time={time} />
          </>
        )}
      </RowState>
    </CompactRow>
  );
}

/**
 * Keeps the toasts of what a dialog contains until it closes, because nothing beside an open dialog can be reached. The dialog
 * reads out `latest`; `keep` is the value of `ToastContext` around it; `isLatest` tells if no later toast of the dialog is
 * about the same subject as that of a command.
 */
function useToastsAfterwards(): {
  latest: ToastContent | undefined;
  keep: (toast: ToastContent) => void;
  isLatest: (op: string) => boolean;
} {
  const show = useToast();
  const kept = useRef<ToastContent[]>([]);
  const [latest, setLatest] = useState<ToastContent>();
  const keep = useCallback((toast: ToastContent) => {
    kept.current.push(toast);
    setLatest(toast);
  }, []);
  const isLatest = useCallback((op: string) => {
    const about = kept.current.find((toast) => toast.op === op)?.about;
    return about !== undefined && kept.current.findLast((toast) => toast.about === about)?.op === op;
  }, []);
  useEffect(
    () => () => {
      for (const toast of kept.current.splice(0)) show(toast);
    },
    [show],
  );
  return { latest, keep, isLatest };
}
