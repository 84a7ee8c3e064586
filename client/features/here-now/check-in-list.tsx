import { memo, useId } from 'react';
import type { ChildView, HouseholdView, VisitorView } from '#client/data/port.ts';
import { CompactList } from '#client/people/compact-row.tsx';
import { NewFriendButton } from '#client/people/list-buttons.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { useViewPart } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { classes } from '#client/ui/classes.ts';
import { SectionHeading, ShowMore, useShowMore } from '#client/ui/sections.tsx';
import type { Id } from '#domain/ids.ts';
import { absentVisitors, sinceEmpty, type VisitorOfChild } from './board-order.ts';
import styles from './here-now.module.css';
import { ArrivalRow } from './row-parts.tsx';

/** Rows per child at first. */
const PORTION = 5;
/** Most rows per child in a search. */
const MOST_FOUND = 50;

interface Props {
  list: readonly ChildView[];
  /** On the way or expected: at the top. */
  coming: readonly Id[];
  actions: VisitorActions;
  /** Without limit; undefined: the usual ones first. */
  matches?: ((visitor: VisitorOfChild) => boolean) | undefined;
  onOpen(visitor: VisitorView): void;
  /** Must be stable. */
  onNewFriend(child: Id): void;
}

export const CheckInList = memo(function CheckInList({ list, ...rest }: Props) {
  const { texts } = useTranslation();
  const heading = useId();
  const { shown, isAll, showMore } = useShowMore(list, 10);
  return (
    <section aria-labelledby={heading}>
      <SectionHeading id={heading}>{texts.common.checkIn}</SectionHeading>
      <div className={`${styles.groups} stack`}>
        {shown.map((child) => (
          <OfChild key={child.id} child={child} {...rest} />
        ))}
      </div>
      {!isAll && <ShowMore label={texts.people.showMore} onClick={showMore} />}
    </section>
  );
});

function OfChild({
  coming,
  child,
  actions,
  matches,
  onOpen,
  onNewFriend,
}: Omit<Props, 'list'> & { child: ChildView }) {
  const { texts } = useTranslation();
  const heading = useId();
  const all = absentVisitors(child, coming);
  const away = matches ? all.filter((visitor) => matches({ child, visitor })) : all;
  const portion = useShowMore(away, PORTION);
  const shown = matches ? away.slice(0, MOST_FOUND) : portion.shown;
  const hasNobody = child.friends.length + child.guests.length === 0;
  if (matches && away.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} tabIndex={-1} className={`${styles.childName} wrap`}>
        <PersonName>{child.name}</PersonName>
        <span className="visually-hidden">{` – ${texts.people.ofChild}`}</span>
      </h3>
      {all.length === 0 && (
        <EmptyLine className="muted wrap" lacks={({ children }) => sinceEmpty(child, children)}>
          {hasNobody ? texts.hereNow.nobodyYet : texts.hereNow.everybodyHere}
        </EmptyLine>
      )}
      {away.length > 0 && (
        <CompactList>
          {shown.map((visitor) => (
            <ArrivalRow key={visitor.ref.visitor} visitor={visitor} actions={actions} onOpen={onOpen} />
          ))}
        </CompactList>
      )}
      {!matches && !portion.isAll && (
        <ShowMore
          label={`${texts.people.showMore} (${away.length - shown.length})`}
          onClick={portion.showMore}
        />
      )}
      {!matches && <NewFriendButton childName={child.name} onClick={() => onNewFriend(child.id)} />}
    </section>
  );
}

interface EmptyLineProps {
  children: string;
  /** Those missing from the frozen list. */
  lacks(view: HouseholdView): readonly VisitorView[];
  className: string | undefined;
}

/** The reason, or who came since, in the same height. */
export function EmptyLine({ children, lacks, className }: EmptyLineProps) {
  const names = useViewPart((view) =>
    lacks(view)
      .map(({ name }) => name)
      .join(', '),
  );
  return (
    <p className={classes(styles.empty, 'stack', className)} data-past={names ? true : undefined}>
      <span>{children}</span>
      {names && (
        <span>
          <PersonName>{names}</PersonName>
        </span>
      )}
    </p>
  );
}
