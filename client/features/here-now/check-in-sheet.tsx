import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import {
  memo,
  type RefObject,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ChildView, RefusedCommand } from '#client/data/port.ts';
import { refusedReason } from '#client/forms/refusal-text.ts';
import { SearchField } from '#client/forms/search-field.tsx';
import { Dot } from '#client/lib/dot.tsx';
import { useComingVisitors } from '#client/people/coming.tsx';
import { CompactList, CompactRow } from '#client/people/compact-row.tsx';
import { NoteMark } from '#client/people/marks.tsx';
import { SEARCHED_FROM } from '#client/people/matches-name.ts';
import { useDeferredView, useHousehold, useViewPart, useVisitor } from '#client/session/use-household.ts';
import { useSeveral } from '#client/session/use-several.ts';
import { useVisitorActions, type VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ToastContext, useToast } from '#client/ui/feedback/toast.tsx';
import type { ToastContent } from '#client/ui/feedback/toast-content.ts';
import { useFrozenList } from '#client/ui/hooks/use-frozen.ts';
import { ShowMore, useShowMore } from '#client/ui/sections.tsx';
import type { Id } from '#domain/ids.ts';
import {
  countHere,
  countVisitors,
  matcherOf,
  presentVisitors,
  usualVisitors,
  type VisitorOfChild,
} from './board-order.ts';
import styles from './check-in-sheet.module.css';
import { ArrivalRow, Host, RowState } from './row-parts.tsx';
import { type KeptSelection, SelectRow, selectedVisitors, useSelection } from './select-row.tsx';

/** Rows at first: with hundreds, a tap would show late. */
const PORTION = 20;

interface Props {
  /** For a friend not in the list; this sheet closes. */
  onNewFriend(): void;
  /** The selection when the sheet was last closed. */
  kept: RefObject<KeptSelection | undefined>;
  onClose(): void;
}

/** A tap checks one in; a long press selects several, checked in together. */
export function CheckInSheet({ onNewFriend, kept, onClose }: Props) {
  const { t, texts } = useTranslation();
  const household = useHousehold();
  const setSeveral = useSeveral();
  const { selected, select, setSelected, longPress } = useSelection(kept);
  const count = useViewPart(({ children }) => selectedVisitors(children, selected).length) ?? 0;
  const { latest, keep, isLatest } = useToastsAfterwards();
  const refused = useViewPart((view) => view.refused.findLast(({ op }) => isLatest(op)));
  const checkInSelected = async () => {
    const visitors = selectedVisitors(household.view().children, selected);
    setSelected([]);
    keep(await setSeveral(visitors, 'in'));
    onClose();
  };
  const footer = (
    <>
      <Button variant="secondary" icon={UserRoundPlus} label={texts.people.newFriend} onClick={onNewFriend} />
      {count === 0 ? (
        <Button label={texts.hereNow.done} onClick={onClose} />
      ) : (
        <Button
          data-moves
          label={t(($) => $.hereNow.checkInCount, { count })}
          onClick={() => void checkInSelected()}
        />
      )}
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
        <div {...longPress}>
          <Contents
            selected={selected}
            onSelect={select}
            onChoosing={() => setSelected(selected ? undefined : [])}
          />
        </div>
      </Dialog>
    </ToastContext>
  );
}

/** Replaces the row's success; another tap on the row tries again. */
function Refused({ refused }: { refused: RefusedCommand }) {
  const { t, texts } = useTranslation('details');
  const name = refused.people?.person;
  return (
    <p className={`${styles.notice} box small wrap notice`}>
      {`${name ? `${name}: ` : ''}${texts.common.error}. ${refusedReason(t, refused)}`}
    </p>
  );
}

interface Selecting {
  /** Undefined while each tap checks in. */
  selected: readonly Id[] | undefined;
  onSelect(visitor: Id): void;
}

/** `onChoosing` starts or ends selecting several. */
function Contents({ onChoosing, ...selecting }: Selecting & { onChoosing(): void }) {
  const { texts } = useTranslation();
  const actions = useVisitorActions();
  const { children: list } = useDeferredView();
  const coming = useComingVisitors(list);
  const lists = useMemo(() => ({ list, coming }), [list, coming]);
  const { shown, area, isFading } = useFrozenList(lists);
  const [typed, setTyped] = useState('');
  return (
    <div ref={area} className={`${styles.contents} stack gap-3`} data-fading={isFading || undefined}>
      <div className={`${styles.tools} row gap-2`}>
        {countVisitors(list) >= SEARCHED_FROM && <SearchField value={typed} onChange={setTyped} />}
        {countVisitors(list) - countHere(list) > 1 && (
          <Button
            variant="quiet"
            className={styles.select}
            label={selecting.selected ? texts.common.cancel : texts.hereNow.selectSeveral}
            onClick={onChoosing}
          />
        )}
      </div>
      <Lists {...shown} typed={useDeferredValue(typed)} actions={actions} {...selecting} />
    </div>
  );
}

interface ListsProps extends Selecting {
  list: readonly ChildView[];
  coming: readonly Id[];
  typed: string;
  actions: VisitorActions;
}

const Lists = memo(function Lists({ list, coming, typed, actions, selected, onSelect }: ListsProps) {
  const { t, texts } = useTranslation();
  const matches = matcherOf(typed) ?? (() => true);
  const away = usualVisitors(list, coming).filter(matches);
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
        <CompactList label={texts.people.ofChild}>
          {shown.map(({ child, visitor }) => {
            const { visitor: id } = visitor.ref;
            return selected ? (
              <SelectRow
                key={id}
                visitor={visitor}
                child={child}
                isSelected={selected.includes(id)}
                onSelect={onSelect}
              />
            ) : (
              <ArrivalRow key={id} visitor={visitor} actions={actions} host={child.name} />
            );
          })}
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
              <PresentRow key={visitor.ref.visitor} child={child} visitor={visitor} />
            ))}
          </CompactList>
        </section>
      )}
    </>
  );
});

function PresentRow({ child, visitor: shown }: VisitorOfChild) {
  const { t, format } = useTranslation();
  const visitor = useVisitor(shown);
  const { name, timestamp, status } = visitor;
  const time = timestamp && format.sinceTime(timestamp);
  return (
    <CompactRow
      id={visitor.ref.visitor}
      name={name}
      mark={<NoteMark visitor={visitor} />}
      gone={status === 'out' ? 'out' : undefined}
    >
      <RowState visitor={visitor} listed="in">
        <Host name={child.name} />
        {time && (
          <>
            <Dot />
            <span>{t(($) => $.hereNow.since, { time })}</span>
          </>
        )}
      </RowState>
    </CompactRow>
  );
}

/**
 * Delays a dialog's toasts: nothing beside it can be reached. It reads out `latest`; `keep` is its
 * `ToastContext`; `isLatest`: no later toast has the command's subject.
 */
function useToastsAfterwards(): {
  latest: ToastContent | undefined;
  keep: (toast: ToastContent) => void;
  isLatest: (op: string) => boolean;
} {
  const show = useToast();
  const kept = useRef<ToastContent[]>([]);
  const isOpen = useRef(true);
  const [latest, setLatest] = useState<ToastContent>();
  const keep = useCallback(
    (toast: ToastContent) => {
      // A tap stored after the dialog closed.
      if (!isOpen.current) return show(toast);
      kept.current.push(toast);
      setLatest(toast);
    },
    [show],
  );
  const isLatest = useCallback((op: string) => {
    const about = kept.current.find((toast) => toast.op === op)?.about;
    return about !== undefined && kept.current.findLast((toast) => toast.about === about)?.op === op;
  }, []);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      for (const toast of kept.current.splice(0)) show(toast);
    };
  }, [show]);
  return { latest, keep, isLatest };
}
