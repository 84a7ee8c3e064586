import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import { memo, type RefObject, Suspense, useDeferredValue, useState } from 'react';
import type { ChildView, RefusedCommand } from '#client/data/port.ts';
import { Dot } from '#client/lib/dot.tsx';
import { type Tone, toneOf } from '#client/people/child-tones.ts';
import { CompactList, CompactRow } from '#client/people/compact-row.tsx';
import { NoteMark } from '#client/people/note.tsx';
import { refusalReason } from '#client/session/refusal-reason.ts';
import { useDeferredView, useHousehold, useViewPart, useVisitor } from '#client/session/use-household.ts';
import { useSeveral } from '#client/session/use-several.ts';
import { useVisitorActions, type VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ShowMore, useShowMore } from '#client/ui/buttons/show-more.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ToastContext } from '#client/ui/feedback/toast.tsx';
import { useStill } from '#client/ui/hooks/use-still.ts';
import type { Id } from '#domain/ids.ts';
import { ArrivalRow } from './arrival-row.tsx';
import styles from './check-in-sheet.module.css';
import {
  countHere,
  countVisitors,
  matcherOf,
  presentVisitors,
  usualVisitors,
  type VisitorOfChild,
} from './presence.ts';
import { Host, RowState, Time } from './row-parts.tsx';
import { SelectRow } from './select-row.tsx';
import { type KeptSelection, selectedVisitors, useSelection } from './selection.ts';
import { useToastsAfterwards } from './use-toasts-afterwards.ts';
import { VisitorSearch } from './visitor-search.tsx';

/** The number of rows shown at first: a tap must show at once, also with hundreds of friends. */
const PORTION = 20;

interface Props {
  /** Opens the sheet of a friend who is not in the list yet; this one closes. */
  onNewFriend(): void;
  /** The selection of a sheet that was closed before. */
  kept: RefObject<KeptSelection | undefined>;
  onClose(): void;
}

/**
 * The visitors of all children, the latest first: each tap checks one in, and the sheet stays open for the next. Or several are
 * selected, and one press checks them all in and closes it.
 */
export function CheckInSheet({ onNewFriend, kept, onClose }: Props) {
  const { t, texts } = useTranslation();
  const household = useHousehold();
  const setSeveral = useSeveral();
  const { selected, select, setSelected } = useSelection(kept);
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
        <Contents
          selected={selected}
          onSelect={select}
          onChoosing={() => setSelected(selected ? undefined : [])}
        />
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
      {`${name ? `${name}: ` : ''}${texts.common.error}. ${refusalReason(t, refused)}`}
    </p>
  );
}

interface Selecting {
  /** Undefined while each tap checks one in. */
  selected: readonly Id[] | undefined;
  onSelect(visitor: Id): void;
}

/** `onChoosing` begins to select several, or ends that. */
function Contents({ onChoosing, ...selecting }: Selecting & { onChoosing(): void }) {
  const { texts } = useTranslation();
  const actions = useVisitorActions();
  const { children: list } = useDeferredView();
  const { shown, area, isFading } = useStill(list);
  const [typed, setTyped] = useState('');
  return (
    <div ref={area} className={`${styles.contents} stack gap-3`} data-fading={isFading || undefined}>
      <div className={`${styles.tools} row gap-2`}>
        <VisitorSearch list={list} typed={typed} onType={setTyped} />
        {countVisitors(list) - countHere(list) > 1 && (
          <Button
            variant="quiet"
            className={styles.select}
            label={selecting.selected ? texts.common.cancel : texts.hereNow.selectSeveral}
            onClick={onChoosing}
          />
        )}
      </div>
      <Lists list={shown} typed={useDeferredValue(typed)} actions={actions} {...selecting} />
    </div>
  );
}

interface ListsProps extends Selecting {
  list: readonly ChildView[];
  typed: string;
  actions: VisitorActions;
}

const Lists = memo(function Lists({ list, typed, actions, selected, onSelect }: ListsProps) {
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
          {shown.map(({ child, visitor }) => {
            const { visitor: id } = visitor.ref;
            const row = { visitor, tone: toneOf(list, child.id) };
            return selected ? (
              <SelectRow
                key={id}
                {...row}
                child={child}
                isSelected={selected.includes(id)}
                onSelect={onSelect}
              />
            ) : (
              <ArrivalRow key={id} {...row} actions={actions} host={child.name} />
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
    <CompactRow
      name={name}
      tone={tone}
      mark={<NoteMark visitor={visitor} />}
      gone={status === 'out' ? 'out' : undefined}
    >
      <RowState visitor={visitor} listed="in">
        <Host name={child.name} />
        {time && (
          <>
            <Dot />
            <Time words={t(($) => $.hereNow.since, { time })} time={time} />
          </>
        )}
      </RowState>
    </CompactRow>
  );
}
